/** @param {string} text @returns {string[]} its numbers, as it prints them */
export function findNumbers (text) {
  return text.match(/\d+(?:[.,]\d+)*k?/g) ?? []
}

/**
 * Finds the parts of a published figure that do not occur in any quoted line.
 *
 * @param {string[]} parts each with numbers from one line
 * @param {string[]} lines of the text
 * @returns {string[]}
 */
export function findUnquoted (parts, lines) {
  const printed = lines.map(findNumbers)
  return parts.filter((part) => !printed.some((numbers) => findNumbers(part).every((number) => numbers.includes(number))))
}

/** @param {string} figures such as `526 → 5362.3` @returns {string[]} */
export function splitFigures (figures) {
  return figures.split(/ → |, /)
}
