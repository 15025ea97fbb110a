/** @typedef {Record<string, any>} Content */
/** @typedef {{ sum: number, count: number, best: any }} Tally */

/** @type {Record<string, (tally: Tally) => any>} */
const RESULTS = {
  $sum: ({ sum }) => sum,
  $avg: ({ sum, count }) => count > 0 ? sum / count : null,
  $min: ({ best }) => best,
  $max: ({ best }) => best,
}

/**
 * A `$group` of numbers under plain fields in one loop; mingo takes 2.7 ms for the average of 1000 documents, which
 * would make the database the bottleneck of the very lab that moves the work into it.
 *
 * @param {Record<string, any>} spec what stands behind `$group`
 * @param {Content[]} contents
 * @returns {Record<string, any>[] | undefined} nothing when mingo has to do it
 */
export function quickGroup (spec, contents) {
  const { _id: by, ...fields } = spec
  const key = keyReader(by)
  const columns = Object.entries(fields).flatMap(([name, operation]) => column(name, operation) ?? [])
  if (!key || by === undefined || columns.length < Object.keys(fields).length) return
  /** @type {Map<any, Tally[]>} */
  const groups = new Map()
  for (const content of contents) {
    const value = key(content)
    if (typeof value === 'object' && value !== null) return
    let tallies = groups.get(value)
    if (!tallies) groups.set(value, tallies = columns.map(() => ({ sum: 0, count: 0, best: null })))
    for (let i = 0; i < columns.length; i++) {
      if (!columns[i].add(tallies[i], content)) return
    }
  }
  return [...groups].map(([value, tallies]) => ({
    _id: value,
    ...Object.fromEntries(columns.map(({ name, result }, i) => [name, result(tallies[i])])),
  }))
}

/**
 * @param {any} by
 * @returns {((content: Content) => any) | undefined}
 */
function keyReader (by) {
  const field = fieldOf(by)
  if (field) return (content) => content[field] ?? null
  const constant = by === null || typeof by === 'number' || typeof by === 'boolean'
  return constant ? () => by : undefined
}

/** @typedef {{ name: string, add: (tally: Tally, content: Content) => boolean, result: (tally: Tally) => any }} Column */

/**
 * @param {string} name
 * @param {any} operation
 * @returns {Column | undefined}
 */
function column (name, operation) {
  const [operator, ...more] = Object.keys(operation ?? {})
  const result = RESULTS[operator]
  if (!result || more.length > 0) return
  const operand = operation[operator]
  if (operator === '$sum' && typeof operand === 'number') return { name, add: addConstant(operand), result }
  const field = fieldOf(operand)
  if (operator === '$min' || operator === '$max') return field ? { name, add: keepBest(field, operator), result } : undefined
  const factors = field ? [field] : factorsOf(operand)
  return factors && { name, add: addProduct(factors), result }
}

/** @param {any} expression @returns {string[] | undefined} the fields that it multiplies, where it does nothing else */
function factorsOf (expression) {
  const { $multiply, ...more } = expression ?? {}
  if (!Array.isArray($multiply) || Object.keys(more).length > 0) return
  const fields = $multiply.flatMap((factor) => fieldOf(factor) ?? [])
  return fields.length > 0 && fields.length === $multiply.length ? fields : undefined
}

/** @param {any} expression */
function fieldOf (expression) {
  return typeof expression === 'string' && /^\$[^.$]+$/.test(expression) ? expression.slice(1) : undefined
}

/** @param {number} amount */
function addConstant (amount) {
  return (/** @type {Tally} */ tally) => {
    tally.sum += amount
    return true
  }
}

/** @param {string[]} factors of which one is as good as a field */
function addProduct (factors) {
  return (/** @type {Tally} */ tally, /** @type {Content} */ content) => {
    let product = 1
    let missing = false
    for (const factor of factors) {
      const value = content[factor]
      if (value === undefined || value === null) missing = true
      // what is there and is no number is left to mingo
      else if (typeof value !== 'number' || Number.isNaN(value)) return false
      else product *= value
    }
    if (missing) return true
    tally.sum += product
    tally.count++
    return true
  }
}

/**
 * @param {string} field
 * @param {string} operator
 */
function keepBest (field, operator) {
  const sign = operator === '$min' ? -1 : 1
  return (/** @type {Tally} */ tally, /** @type {Content} */ content) => {
    const value = content[field]
    if (typeof value !== 'number' || Number.isNaN(value)) return value === undefined || value === null
    if (tally.best === null || (value - tally.best) * sign > 0) tally.best = value
    return true
  }
}
