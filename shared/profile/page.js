import { renameSync, writeFileSync } from 'node:fs'

const ESCAPES = { '&': '&amp;', '<': '&lt;', '>': '&gt;', '"': '&quot;' }

/** @param {unknown} text @returns {string} as it may stand in HTML, in an attribute too */
export function escaped (text) {
  return String(text).replace(/[&<>"]/g, (found) => ESCAPES[/** @type {keyof typeof ESCAPES} */ (found)])
}

/** @param {unknown} data @returns {string} as it may stand in a script, where `</script>` in a text would end it */
export function asScript (data) {
  return JSON.stringify(data).replaceAll('<', '\\u003c')
}

/** What all pages look like: large, dark on light, for a projector. */
const CSS = `
:root { color-scheme: light; --ink: #111; --line: #767676; --paper: #fff; --shade: #f1f1f1; --mark: #0b57d0; }
* { box-sizing: border-box; }
body { margin: 0; padding: .6rem 1.5rem 2rem; font: 18px/1.4 system-ui, "Segoe UI", Roboto, "DejaVu Sans", sans-serif; color: var(--ink); background: var(--paper); }
h1 { font-size: 1.5rem; margin: 0; } h2 { font-size: 1.2rem; margin: 1rem 0 .3rem; } p { margin: .2rem 0; }
code, kbd, .code { font-family: ui-monospace, Menlo, Consolas, "DejaVu Sans Mono", monospace; }
kbd { border: 1px solid var(--line); border-radius: 3px; padding: 0 .3em; }
button, input { font: inherit; color: inherit; background: var(--paper); border: 2px solid var(--ink); border-radius: 4px; padding: .15rem .6rem; }
button { cursor: pointer; } button[aria-pressed="false"] { border-style: dashed; text-decoration: line-through; }
:focus-visible { outline: 3px solid var(--mark); outline-offset: 1px; }
table { border-collapse: collapse; } th, td { text-align: left; padding: .15rem .8rem .15rem 0; border-bottom: 1px solid #ccc; vertical-align: top; }
td.number, th.number { text-align: right; font-variant-numeric: tabular-nums; white-space: nowrap; }
.quiet { color: #555; }`

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

/**
 * Writes a file whole or not at all: a page that was there stays until the new one is.
 *
 * @param {string} file absolute
 * @param {string} text
 */
export function writeWhole (file, text) {
  writeFileSync(`${file}.new`, text)
  renameSync(`${file}.new`, file)
}
