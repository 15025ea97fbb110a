import { readFileSync } from 'node:fs'
import { escaped } from './data.js'

/** What all pages look like: large and of strong contrast, for a projector, and dark where the system is. */
const CSS = readFileSync(new URL('style.css', import.meta.url), 'utf8')

/**
 * One HTML file that needs nothing beside it: no network, which its Content-Security-Policy forbids too.
 *
 * @param {object} parts
 * @param {string} parts.title
 * @param {string} parts.body HTML
 * @param {string} [parts.css]
 * @param {string[]} [parts.scripts] run in their order, after the body is there
 * @param {string} [parts.module] run after them, as a module, so that its names are its own
 */
export function page ({ title, body, css = '', scripts = [], module = '' }) {
  return `<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width">
<meta http-equiv="Content-Security-Policy" content="default-src 'none'; style-src 'unsafe-inline'; script-src 'unsafe-inline'; img-src data:">
<title>${escaped(title)}</title>
<style>${CSS}${css}</style>
</head>
<body>
${body}
${scripts.map((script) => `<script>${unclosed(script)}</script>`).join('\n')}
<script type="module">${unclosed(module)}</script>
</body>
</html>
`
}

/** @param {string} script @returns {string} that may stand in HTML */
function unclosed (script) {
  return script.replaceAll('</script', '<\\/script')
}
