import { Failure } from './failure.js'
import { compare } from './order.js'
import { valuesAt } from './path.js'

/**
 * @param {Record<string, any>} sort
 * @throws {Failure} when a direction is neither 1 nor -1
 */
export function checkSort (sort) {
  for (const direction of Object.values(sort)) {
    if (direction !== 1 && direction !== -1) {
      throw new Failure(15975, '$sort key ordering must be 1 (for ascending) or -1 (for descending)')
    }
  }
}

/**
 * Stable, in MongoDB's order of values: of an array the smallest element counts ascending, the largest descending.
 *
 * @template T
 * @param {T[]} items
 * @param {Record<string, 1 | -1>} sort
 * @param {(item: T) => Record<string, any>} contentOf
 * @returns {T[]} the items in a new array
 */
export function sorted (items, sort, contentOf) {
  const fields = Object.entries(sort)
  const keyed = items.map((item) => {
    const content = contentOf(item)
    return { item, keys: fields.map(([field, direction]) => extreme(valuesAt(content, field), direction)) }
  })
  keyed.sort((a, b) => {
    for (let i = 0; i < fields.length; i++) {
      const order = compare(a.keys[i], b.keys[i])
      if (order !== 0) return order * fields[i][1]
    }
    return 0
  })
  return keyed.map(({ item }) => item)
}

/**
 * @param {any[]} values
 * @param {1 | -1} direction
 */
function extreme (values, direction) {
  let best = values[0]
  for (let i = 1; i < values.length; i++) if (compare(values[i], best) * direction < 0) best = values[i]
  return best
}
