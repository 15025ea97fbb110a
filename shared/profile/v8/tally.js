/**
 * Counts equal values.
 *
 * @template T
 * @param {T[]} values
 * @returns {Map<T, number>} in the order of their first occurrence
 */
export function countEqualValues (values) {
  const counts = new Map()
  for (const value of values) counts.set(value, (counts.get(value) ?? 0) + 1)
  return counts
}
