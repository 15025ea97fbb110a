/**
 * @typedef {object} JunitCase
 * @property {string} name
 * @property {string} [file] else the suite's name
 * @property {number} [seconds]
 * @property {'failure' | 'error' | 'skipped'} [outcome] undefined: passed. `error`: it cannot run
 * @property {string} [says] the result in a sentence, also of a case that passed
 * @property {Record<string, string>} [properties]
 *
 * @typedef {{ name: string, seconds: number, cases: JunitCase[] }} JunitSuite
 */

/** @param {JunitSuite[]} suites @returns {string} JUnit XML */
export function formatJunitDocument (suites) {
  const parts = suites.map(({ name, seconds, cases }) => {
    const count = (/** @type {JunitCase['outcome']} */ outcome) => cases.filter((one) => one.outcome === outcome).length
    const counts = `tests="${cases.length}" failures="${count('failure')}" errors="${count('error')}" skipped="${count('skipped')}"`
    return `  <testsuite name="${escapeXml(name)}" ${counts} time="${seconds}">\n${cases.map((one) => formatCase(one, name)).join('\n')}\n  </testsuite>`
  })
  return `<?xml version="1.0" encoding="UTF-8"?>\n<testsuites>\n${parts.join('\n')}\n</testsuites>\n`
}

/** @param {JunitCase} one @param {string} suite @returns {string} */
function formatCase ({ name, file, seconds, outcome, says = '', properties = {} }, suite) {
  const known = Object.entries(properties).map(([name, value]) => `  <property name="${escapeXml(name)}" value="${escapeXml(value)}"/>`)
  const inside = [
    ...known.length ? ['<properties>', ...known, '</properties>'] : [],
    ...outcome ? [outcome === 'skipped' ? '<skipped/>' : `<${outcome} message="${escapeXml(says)}"/>`] : [],
    ...says ? [`<system-out>${escapeXml(says)}</system-out>`] : [],
  ]
  const time = seconds === undefined ? '' : ` time="${seconds}"`
  const start = `    <testcase classname="${escapeXml(file ?? suite)}" name="${escapeXml(name)}"${time}`
  return inside.length ? `${start}>\n${inside.map((line) => `      ${line}\n`).join('')}    </testcase>` : `${start}/>`
}

/** @param {string} text @returns {string} for an attribute or an element */
function escapeXml (text) {
  // eslint-disable-next-line no-control-regex -- XML 1.0 has no place for control characters, and a variant's stderr may hold some
  return text.replace(/[\u0000-\u0008\u000b\u000c\u000e-\u001f]/g, '').replace(/[&<>"\n]/g, (char) => ({ '&': '&amp;', '<': '&lt;', '>': '&gt;', '"': '&quot;', '\n': '&#10;' })[char] ?? char)
}

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
