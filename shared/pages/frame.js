import { createHash } from 'node:crypto'
import { readFileSync } from 'node:fs'
import { escaped } from './data.js'

/** What all pages look like: large and of strong contrast, for a projector, and dark where the system is. */
const CSS = readFileSync(new URL('style.css', import.meta.url), 'utf8')

/**
 * One HTML file that needs nothing beside it: no network, which its Content-Security-Policy forbids too. It lets nothing run, and nothing style, but what
 * is given here.
 *
 * @param {object} parts
 * @param {string} parts.title
 * @param {string} parts.body HTML
 * @param {string} [parts.css]
 * @param {string[]} [parts.scripts] run in their order, after the body is there
 * @param {string} [parts.module] run after them, as a module, so that its names are its own
 * @param {boolean} [parts.isStyledByScripts] a library brings a style sheet of its own, which has to be let in
 */
export function page ({ title, body, css = '', scripts = [], module = '', isStyledByScripts = false }) {
  const style = asParsed(CSS + css)
  const run = [...scripts.map((script) => ({ start: '<script>', script: unclosed(script) })), ...module ? [{ start: '<script type="module">', script: unclosed(module) }] : []]
  const allowed = run.length ? ` script-src ${run.map(({ script }) => hashed(script)).join(' ')};` : ''
  return `<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width">
<meta http-equiv="Content-Security-Policy" content="default-src 'none'; style-src ${isStyledByScripts ? "'unsafe-inline'" : hashed(style)};${allowed} img-src data:; base-uri 'none'; form-action 'none'">
<title>${escaped(title)}</title>
<style>${style}</style>
</head>
<body>
${body}
${run.map(({ start, script }) => `${start}${script}</script>`).join('\n')}
</body>
</html>
`
}

/** @param {string} text of a script or a style sheet @returns {string} as a policy allows it, and no other */
export function hashed (text) {
  return `'sha256-${createHash('sha256').update(text).digest('base64')}'`
}

/** @param {string} text @returns {string} with the line ends that a browser makes of all */
function asParsed (text) {
  return text.replace(/\r\n?/g, '\n')
}

/** @param {string} script @returns {string} that may stand in HTML */
function unclosed (script) {
  return asParsed(script).replaceAll('</script', '<\\/script')
}
