/** @param {string} text @returns {string[]} its numbers, as it prints them */
export function extractNumbers (text) {
  return text.match(/\d+(?:[.,]\d+)*k?/g) ?? []
}

/**
 * Returns the parts of a published figure, such as 526 and 5362.3, whose numbers no single line quoted from the publication contains.
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
