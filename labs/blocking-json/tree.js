/** Fifteen levels, and two to the fifteenth leaves: every level has the one below it twice. */
export const tree = Array.from({ length: 15 }).reduce((/** @type {object} */ below) => ({ left: below, right: below }), { leaf: 1 })

export function sumValues () {
  let sum = 0
  for (let value = 0; value < 9_999_990; value++) sum += value
  return sum
}
