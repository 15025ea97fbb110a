import { Failure } from './failure.js'
import { isObject } from './path.js'
import { inMongoWords, mingoQuery } from './query-language.js'

/** @type {Record<string, [(operand: any) => boolean, string]>} */
const OPERANDS = {
  $in: [Array.isArray, '$in needs an array'],
  $nin: [Array.isArray, '$nin needs an array'],
  $all: [Array.isArray, '$all needs an array'],
  $elemMatch: [isObject, '$elemMatch needs an Object'],
  $not: [(operand) => isObject(operand) || operand instanceof RegExp, '$not needs a regex or a document'],
  $regex: [(operand) => typeof operand === 'string' || operand instanceof RegExp, '$regex has to be a string'],
  $options: [(operand) => typeof operand === 'string', '$options has to be a string'],
  $size: [(operand) => typeof operand === 'number', 'Failed to parse $size. Expected a number'],
  $mod: [Array.isArray, 'malformed mod, needs to be an array'],
}

/** What $type is asked for and mingo finds nowhere: 5, 7, 18 and 19. */
const UNKNOWN_TYPES = new Set(['binData', 'objectId', 'long', 'decimal', 5, 7, 18, 19])

/**
 * @param {Record<string, any>} filter
 * @returns {(content: Record<string, any>) => boolean}
 * @throws {Failure} where MongoDB would not parse it either
 */
export function matcher (filter) {
  checkFilter(filter)
  const query = inMongoWords(() => mingoQuery(filter))
  return (content) => query.test(content)
}

/**
 * @param {Record<string, any>} filter
 * @throws {Failure} BadValue on an operand that mingo would take without a word
 */
function checkFilter (filter) {
  for (const [name, condition] of Object.entries(filter)) {
    if (name === '$and' || name === '$or' || name === '$nor') checkBranches(name, condition)
    else if (isObject(condition)) checkOperators(condition)
  }
}

/**
 * @param {string} name
 * @param {any} branches
 */
function checkBranches (name, branches) {
  if (!Array.isArray(branches)) throw new Failure(2, `${name} must be an array`)
  if (branches.length === 0) throw new Failure(2, '$and/$or/$nor must be a nonempty array')
  for (const branch of branches) {
    if (!isObject(branch)) throw new Failure(2, '$or/$and/$nor entries need to be full objects')
    checkFilter(branch)
  }
}

/** @param {Record<string, any>} condition */
function checkOperators (condition) {
  for (const [operator, operand] of Object.entries(condition)) {
    if (!operator.startsWith('$')) return
    const [valid, message] = OPERANDS[operator] ?? []
    if (operator === '$type' && [operand].flat().some((type) => UNKNOWN_TYPES.has(type))) throw new Failure(115, `$type: ${JSON.stringify(operand)} is not supported by the embedded server`)
    if (valid && !valid(operand)) throw new Failure(2, /** @type {string} */ (message))
    if (operator === '$not' && isObject(operand)) checkOperators(operand)
  }
}
