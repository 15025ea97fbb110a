import { createHash } from 'node:crypto'
import { readFileSync } from 'node:fs'

const ESCAPES = { '&': '&amp;', '<': '&lt;', '>': '&gt;', '"': '&quot;' }

/** @param {unknown} text @returns {string} for HTML and its attributes */
export function escapeHtml (text) {
  return String(text).replace(/[&<>"]/g, (found) => ESCAPES[/** @type {keyof typeof ESCAPES} */ (found)])
}

/** @param {unknown} data @returns {string} JSON for a script element, which `</script>` in a text would end */
export function formatJsonForScript (data) {
  return JSON.stringify(data).replaceAll('<', '\\u003c')
}

/** Style sheet of all pages: large letters and strong contrast for a projector, and dark colours if the system is in dark mode. */
const CSS = readFileSync(new URL('style.css', import.meta.url), 'utf8')

/**
 * Writes a page as one HTML file. Its Content-Security-Policy allows only the page's own scripts and styles, and no network access.
 *
 * @param {object} parts
 * @param {string} parts.title
 * @param {string} parts.body HTML
 * @param {string} [parts.css]
 * @param {string[]} [parts.scripts] run in this order, after the body
 * @param {string} [parts.module] runs after the scripts, as a module: its names stay its own
 * @param {boolean} [parts.isStyledByScripts] true if a library adds styles at run time
 */
export function renderPage ({ title, body, css = '', scripts = [], module = '', isStyledByScripts = false }) {
  const style = normalizeLineEnds(CSS + css)
  const run = [
    ...scripts.map((script) => ({ start: '<script>', script: escapeScriptEnd(script) })),
    ...module ? [{ start: '<script type="module">', script: escapeScriptEnd(module) }] : [],
  ]
  const allowed = run.length ? ` script-src ${run.map(({ script }) => hashForContentSecurityPolicy(script)).join(' ')};` : ''
  return `<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width">
<meta http-equiv="Content-Security-Policy" content="default-src 'none'; style-src ${isStyledByScripts ? "'unsafe-inline'" : hashForContentSecurityPolicy(style)};${allowed} img-src data:; base-uri 'none'; form-action 'none'">
<title>${escapeHtml(title)}</title>
<style>${style}</style>
</head>
<body>
${body}
${run.map(({ start, script }) => `${start}${script}</script>`).join('\n')}
</body>
</html>
`
}

/** @param {string} text of a script or a style sheet @returns {string} its hash, for a Content-Security-Policy */
export function hashForContentSecurityPolicy (text) {
  return `'sha256-${createHash('sha256').update(text).digest('base64')}'`
}

/** @param {string} text @returns {string} with the line ends of a browser, so that hashes agree */
function normalizeLineEnds (text) {
  return text.replace(/\r\n?/g, '\n')
}

/** @param {string} script @returns {string} without an end of the script element */
function escapeScriptEnd (script) {
  return normalizeLineEnds(script).replaceAll('</script', '<\\/script')
}
