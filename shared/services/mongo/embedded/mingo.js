// Static import: mingo loads when the process starts, not during the first query (docs/decisions/001).
import mingo from 'mingo'
import { CommandError } from './command-error.js'
import { isPlainObject } from './values.js'

/** @type {Record<string, [(operand: any) => boolean, string]>} */
const OPERANDS = {
  $in: [Array.isArray, '$in needs an array'],
  $nin: [Array.isArray, '$nin needs an array'],
  $all: [Array.isArray, '$all needs an array'],
  $elemMatch: [isPlainObject, '$elemMatch needs an Object'],
  $not: [(operand) => isPlainObject(operand) || operand instanceof RegExp, '$not needs a regex or a document'],
  $regex: [(operand) => typeof operand === 'string' || operand instanceof RegExp, '$regex has to be a string'],
  $size: [(operand) => typeof operand === 'number', 'Failed to parse $size. Expected a number'],
  // refuses the types listed here, because mingo's $type finds no values of these types
  $type: [(operand) => [operand].flat().every((type) => !['binData', 'objectId', 'long', 'decimal', 5, 7, 18, 19].includes(type)),
    'this $type is not supported by the embedded server'],
}

/**
 * @param {Record<string, any>} filter
 * @returns {((content: Record<string, any>) => boolean) | undefined} undefined: every document matches
 * @throws {CommandError} on a filter that MongoDB refuses
 */
export function createFilterMatcher (filter) {
  if (Object.keys(filter).length === 0) return
  checkFilter(filter)
  const query = translateMingoErrors(() => new mingo.Query(filter))
  return (content) => query.test(content)
}

/**
 * @param {Record<string, any>} filter
 * @throws {CommandError} BadValue on an operand that mingo ignores
 */
function checkFilter (filter) {
  for (const [name, operand] of Object.entries(filter)) {
    const [isValid, message] = OPERANDS[name] ?? []
    if (isValid && !isValid(operand)) throw new CommandError(2, /** @type {string} */ (message))
    if (name === '$and' || name === '$or' || name === '$nor') {
      if (!Array.isArray(operand) || operand.length === 0) throw new CommandError(2, '$and/$or/$nor must be a nonempty array')
      operand.forEach(checkFilter)
    } else if (isPlainObject(operand) && name !== '$expr') checkFilter(operand)
  }
}

/** @type {[RegExp, number, (match: RegExpMatchArray) => string][]} */
const TRANSLATIONS = [
  [/^unknown query operator (.+)$/, 2, ([, name]) => `unknown operator: ${name}`],
  [/^unknown top level operator: (\S+)$/, 2, ([, name]) => `unknown top level operator: ${name}. If you have a field ` +
    "name that starts with a '$' symbol, consider using $getField or $setField."],
  [/^accumulator '(.+)' is not registered/, 168, ([, name]) => `Unrecognized expression '${name}'`],
  [/^unregistered pipeline operator (.+)\.$/, 40324, ([, name]) => `Unrecognized pipeline stage name: '${name}'`],
  [/^\$group specification must include/, 15955, () => 'a group specification must include an _id'],
  [/^Cannot do exclusion and inclusion/, 31254, () => 'Cannot do exclusion on a field in inclusion projection, or the other way round'],
  [/^Use of undefined variable/, 17276, ({ input }) => String(input)],
  [/^Unknown update operator: '(.+)'/, 9, ([, name]) => `Unknown modifier: ${name}. Expected a valid update modifier ` +
    'or pipeline-style update specified as an array'],
  [/^Cannot increment with non-numeric argument/, 14, ({ input }) => String(input)],
  [/would modify the immutable field/, 66, ({ input }) => String(input)],
  [/^updating the path '(.+)' would create a conflict at '(.+)'/, 40, ([, path, at]) =>
    `Updating the path '${path}' would create a conflict at '${at}'`],
  [/^You must include the array field for '\.\$'/, 2, () => 'The positional operator did not find the match needed from the query.'],
  [/regular expression/i, 51091, ({ input }) => `Regular expression is invalid: ${input}`],
  [/^/, 2, ({ input }) => String(input)],
]

/**
 * Runs a function that uses mingo, and translates mingo's errors into MongoDB's errors.
 *
 * @template T
 * @param {() => T} run
 * @returns {T}
 * @throws {CommandError}
 */
export function translateMingoErrors (run) {
  try {
    return run()
  } catch (error) {
    if (error instanceof CommandError) throw error
    for (const [pattern, code, translate] of TRANSLATIONS) {
      const match = error.message.match(pattern)
      if (match) throw new CommandError(code, translate(match))
    }
    throw error
  }
}
