/** @param {string} text @returns {string[]} its numbers as they are printed there */
export function numbersIn (text) {
  return text.match(/\d+(?:[.,]\d+)*k?/g) ?? []
}

/**
 * @param {string[]} parts of what is said to be published; figures of one part stand in one line
 * @param {string[]} lines of the text
 * @returns {string[]} the parts that no line bears out
 */
export function unquoted (parts, lines) {
  const printed = lines.map(numbersIn)
  return parts.filter((part) => !printed.some((numbers) => numbersIn(part).every((number) => numbers.includes(number))))
}

/** @param {string} figures such as `526 → 5362.3` @returns {string[]} its parts */
export function partsOf (figures) {
  return figures.split(/ → |, /)
}
