/** Formats a Markdown table. @param {string[]} head @param {string[][]} rows */
export function formatMarkdownTable (head, rows) {
  return [head, head.map(() => '---'), ...rows].map(formatMarkdownRow).join('\n')
}

/** @param {string[]} cells @returns {string} a row of a table */
function formatMarkdownRow (cells) {
  return `| ${cells.map((cell) => cell.replaceAll('|', '\\|').replaceAll('\n', ' ')).join(' | ')} |`
}

/** Characters that Markdown, or HTML inside of it, would read as markup. */
const MARKUP = /[\\`*_[\]|<>&~]/g

/** Beginning of what GitHub would turn into a mention of somebody, or into a link to an issue. */
const REFERENCE = /@(?=\w)|#(?=\d)/g

/** @param {string} text @returns {string} on one line, as Markdown that shows these characters */
export function escapeMarkdown (text) {
  const shown = text.replaceAll(/\s+/g, ' ').replaceAll(REFERENCE, '$&\u200b')
  // a space of no width ends a reference
  return shown.replaceAll(MARKUP, (character) => `&#${character.charCodeAt(0)};`).replaceAll('\u200b', '&#8203;')
}
