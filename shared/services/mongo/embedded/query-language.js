import { createRequire } from 'node:module'
import { Failure } from './failure.js'

// required when first needed, and synchronously, so that no command waits in the middle of its work:
// mingo takes 100 ms to load, a quarter of that for the filters alone, and a lab's data is loaded without it
const require = createRequire(import.meta.url)

/** @type {typeof import('mingo') | undefined} */
let everything
/** @type {{ Query: typeof import('mingo/query').Query, options: { context: import('mingo/core').Context } } | undefined} */
let filters

/** @type {NodeJS.Timeout | undefined} */
let idle

/** Loads mingo in the pause after data was loaded, so that the first query that is measured does not pay for it. */
export function prepareQueries () {
  idle ??= setTimeout(mingo, 100).unref()
  if (!everything) idle.refresh()
}

/** @returns {typeof import('mingo')} all of mingo */
export function mingo () {
  everything ??= /** @type {typeof import('mingo')} */ (require('mingo'))
  return everything
}

/**
 * @param {Record<string, any>} filter
 * @returns {import('mingo/query').Query}
 */
export function mingoQuery (filter) {
  filters ??= {
    Query: require('mingo/query').Query,
    options: { context: require('mingo/core').Context.init({ query: require('mingo/operators/query') }) },
  }
  const { Query, options } = usesExpressions(filter) ? { Query: mingo().Query, options: {} } : filters
  return new Query(filter, options)
}

/**
 * @param {any} filter
 * @returns {boolean} whether $expr stands in it, which may use every operator of a pipeline
 */
function usesExpressions (filter) {
  if (Array.isArray(filter)) return filter.some(usesExpressions)
  if (filter === null || typeof filter !== 'object' || filter.constructor !== Object) return false
  return Object.hasOwn(filter, '$expr') || Object.values(filter).some(usesExpressions)
}

/** @type {[RegExp, number, (match: RegExpMatchArray) => string][]} */
const WORDINGS = [
  [/^unknown query operator (.+)$/, 2, ([, name]) => `unknown operator: ${name}`],
  [/^unknown top level operator: (\S+)$/, 2, ([, name]) => `unknown top level operator: ${name}. If you have a field ` +
    "name that starts with a '$' symbol, consider using $getField or $setField."],
  [/^accumulator '(.+)' is not registered/, 168, ([, name]) => `Unrecognized expression '${name}'`],
  [/^unregistered pipeline operator (.+)\.$/, 40324, ([, name]) => `Unrecognized pipeline stage name: '${name}'`],
  [/^aggregation stage must have single/, 40323, () =>
    'A pipeline stage specification object must contain exactly one field.'],
  [/^\$group specification must include/, 15955, () => 'a group specification must include an _id'],
  [/^Cannot do exclusion and inclusion/, 31254, () =>
    'Cannot do exclusion on a field in inclusion projection, or the other way round'],
  [/^Use of undefined variable: (.+)$/, 17276, ([, name]) => `Use of undefined variable: ${name}`],
  [/^\$divide cannot divide by zero/, 2, () => "can't $divide by zero"],
  [/^Unknown update operator: '(.+)'/, 9, ([, name]) => `Unknown modifier: ${name}. Expected a valid update modifier ` +
    'or pipeline-style update specified as an array'],
  [/^Cannot increment with non-numeric argument/, 14, ({ input }) => String(input)],
  [/would modify the immutable field/, 66, ({ input }) => String(input)],
  [/^updating the path '(.+)' would create a conflict at '(.+)'/, 40, ([, path, at]) =>
    `Updating the path '${path}' would create a conflict at '${at}'`],
  [/^You must include the array field for '\.\$'/, 2, () =>
    'The positional operator did not find the match needed from the query.'],
]

/**
 * Runs something of mingo's and words its refusal as MongoDB does.
 *
 * @template T
 * @param {() => T} work
 * @returns {T}
 * @throws {Failure}
 */
export function inMongoWords (work) {
  try {
    return work()
  } catch (error) {
    if (error instanceof Failure) throw error
    if (error instanceof SyntaxError && /regular expression|RegExp/i.test(error.message)) {
      throw new Failure(51091, `Regular expression is invalid: ${error.message}`)
    }
    for (const [pattern, code, wording] of WORDINGS) {
      const match = error.message.match(pattern)
      if (match) throw new Failure(code, wording(match))
    }
    throw new Failure(2, error.message)
  }
}
