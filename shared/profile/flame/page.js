import { readFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import { asScript, escaped, page } from '@hotpath-labs/pages'

const require = createRequire(import.meta.url)
const beside = (/** @type {string} */ name) => readFileSync(new URL(name, import.meta.url), 'utf8')

/** @param {import('./data.js').FlameData} data @returns {string} HTML */
export function flamePage (data) {
  const { lab, question, hints } = data
  const body = beside('body.html')
    .replace('{{heading}}', () => escaped(lab))
    .replace('{{question}}', () => escaped(question))
    .replace('{{hints}}', () => hints.map((line) => `<p>${escaped(line)}</p>`).join(''))
  return page({
    title: `${lab}: flame graphs`,
    body,
    css: beside('view.css'),
    scripts: [readFileSync(require.resolve('d3').replace(/d3(\.node)?\.m?js$/, 'd3.min.js'), 'utf8'), readFileSync(require.resolve('d3-flame-graph').replace(/umd\.js$/, 'umd.min.js'), 'utf8'), `globalThis.profiled = ${asScript(data)}`],
    module: beside('view.js'),
    // d3-flame-graph makes one when it is loaded
    isStyledByScripts: true,
  })
}
