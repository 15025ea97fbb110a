/** @typedef {Record<string, any>} Content */
/** @typedef {{ sum: number, count: number, min: number, max: number }} Tally */

/** @type {Partial<Record<string, (tally: Tally) => number | null>>} */
const RESULTS = {
  $sum: ({ sum }) => sum,
  $avg: ({ sum, count }) => count > 0 ? sum / count : null,
  $min: ({ min, count }) => count > 0 ? min : null,
  $max: ({ max, count }) => count > 0 ? max : null,
}

/**
 * Computes a `$group` over numbers in one loop. mingo takes 2.7 ms for the average of 1000 documents,
 * which would make the database the bottleneck of the lab mongo-async-sum.
 *
 * @param {Record<string, any>} spec operand of `$group`
 * @param {Content[]} contents
 * @returns {Content[] | undefined} undefined: only mingo can do it
 */
export function computeNumericGroups (spec, contents) {
  const { _id, ...fields } = spec
  const readKey = makeReader(_id)
  const columns = Object.entries(fields).map(([name, operation]) => makeColumn(name, operation))
  if (!readKey || columns.includes(undefined)) return
  /** @type {Map<any, Tally[]>} */
  const groups = new Map()
  for (const content of contents) {
    const key = readKey(content) ?? null
    if (typeof key === 'object' && key !== null) return
    let tallies = groups.get(key)
    if (!tallies) groups.set(key, tallies = columns.map(() => ({ sum: 0, count: 0, min: Infinity, max: -Infinity })))
    for (let i = 0; i < columns.length; i++) {
      const value = /** @type {Column} */ (columns[i]).read(content)
      if (value === undefined || value === null) continue
      if (typeof value !== 'number' || Number.isNaN(value)) return
      addValue(tallies[i], value)
    }
  }
  return [...groups].map(([key, tallies]) => ({
    _id: key,
    ...Object.fromEntries(tallies.map((tally, i) => {
      const { name, result } = /** @type {Column} */ (columns[i])
      return [name, result(tally)]
    })),
  }))
}

/** @param {Tally} tally @param {number} value */
function addValue (tally, value) {
  tally.sum += value
  tally.count++
  if (value < tally.min) tally.min = value
  if (value > tally.max) tally.max = value
}

/** @typedef {{ name: string, read: (content: Content) => any, result: (tally: Tally) => number | null }} Column */

/**
 * @param {string} name
 * @param {any} operation
 * @returns {Column | undefined}
 */
function makeColumn (name, operation) {
  const [[operator, operand] = [], ...more] = Object.entries(operation ?? {})
  const result = RESULTS[operator ?? '']
  const read = makeReader(operand)
  return result && read && more.length === 0 ? { name, read, result } : undefined
}

/**
 * @param {any} expression
 * @returns {((content: Content) => any) | undefined} for a constant, a field, or a `$multiply` of these. NaN: only mingo can do it
 */
function makeReader (expression) {
  if (typeof expression === 'number' || expression === null) return () => expression
  if (typeof expression === 'string' && /^\$[^.$]+$/.test(expression)) {
    const field = expression.slice(1)
    return (content) => content[field]
  }
  const { $multiply, ...more } = expression ?? {}
  if (!Array.isArray($multiply) || $multiply.length === 0 || Object.keys(more).length > 0) return
  const readers = $multiply.flatMap((factor) => makeReader(factor) ?? [])
  if (readers.length < $multiply.length) return
  return (content) => {
    let product = 1
    for (const read of readers) {
      const value = read(content)
      if (value === undefined || value === null) return null
      product *= typeof value === 'number' ? value : NaN
    }
    return product
  }
}
