/** @param {string} text @returns {string[]} its numbers, as it prints them */
export function extractNumbers (text) {
  return text.match(/\d+(?:[.,]\d+)*k?/g) ?? []
}

/**
 * Finds the parts of a published figure that the quotes do not prove: no quoted line of the publication contains all numbers of the part.
 *
 * @param {string[]} parts each with numbers from one line
 * @param {string[]} lines of the text
 * @returns {string[]}
 */
export function findUnquotedParts (parts, lines) {
  const printed = lines.map(extractNumbers)
  return parts.filter((part) => !printed.some((numbers) => extractNumbers(part).every((number) => numbers.includes(number))))
}

/** @param {string} figures such as `526 → 5362.3` @returns {string[]} */
export function splitPublishedFigure (figures) {
  return figures.split(/ → |, /)
}
