/** @param {string} content @returns {string} its last line, without the end of it */
export function lastLine (content) {
  return content.slice(content.lastIndexOf('\n', content.length - 2) + 1, -1)
}
