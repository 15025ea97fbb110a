import { FILES } from 'hotpath/worker'
import { readFileSync } from 'node:fs'
import { dirname, relative, sep } from 'node:path'
import { fileURLToPath } from 'node:url'

/** What runs inside a profiled process and is not the variant's: hotpath's workers, and this package. */
const HARNESS = [dirname(FILES.loop) + sep, fileURLToPath(new URL('../', import.meta.url))]
const LOOP = FILES.loop

/** A line of source is shown as far as it fits on a screen. */
const LONGEST_LINE = 160

/** @typedef {'own' | 'dependency' | 'node' | 'v8'} Kind whose code it is; `v8` is also what is native or built in */

/**
 * @typedef {object} Frame
 * @property {string} name
 * @property {Kind} kind
 * @property {string} where such as express/lib/router.js:12; empty where there is no source
 * @property {string} file absolute path, where it can be read
 * @property {number} line of the function, from 1
 * @property {string} text of that line
 * @property {number} hotLine of the function, on which most of its time is spent, as V8 tells; 0 where it does not
 * @property {string} hotText
 */

/**
 * @param {{ functionName: string, url: string, lineNumber: number }} callFrame of a .cpuprofile, whose lines count from 0
 * @param {string} folder of the lab
 * @returns {Frame}
 */
export function frameOf ({ functionName, url, lineNumber }, folder) {
  const name = functionName || '(anonymous)'
  const line = lineNumber + 1
  const file = pathOf(url)
  const common = { name, file, line, text: textOf(file, line), hotLine: 0, hotText: '' }
  if (url.startsWith('node:')) return { ...common, kind: 'node', where: `${url}:${line}` }
  if (!file) return { ...common, kind: 'v8', where: '' }
  const [, inPackage] = file.split(sep).join('/').match(/^.*\/node_modules\/(.*)$/) ?? []
  if (inPackage) return { ...common, kind: 'dependency', where: `${inPackage}:${line}` }
  return { ...common, kind: 'own', where: `${relative(folder, file).split(sep).join('/')}:${line}` }
}

/** @param {string} url of a .cpuprofile @returns {'loop' | 'harness' | 'variant'} whose work it is, with all that it calls */
export function ownerOf (url) {
  const file = pathOf(url)
  if (file === LOOP) return 'loop'
  return HARNESS.some((folder) => file.startsWith(folder)) ? 'harness' : 'variant'
}

/** @param {string} url */
function pathOf (url) {
  return url.startsWith('file:') ? fileURLToPath(url) : url.includes(sep) ? url : ''
}

/** @type {Map<string, string[]>} */
const sources = new Map()

/** @param {string} file absolute @param {number} line from 1 @returns {string} its text, empty where it cannot be read */
export function textOf (file, line) {
  if (!file || !line) return ''
  if (!sources.has(file)) {
    try {
      sources.set(file, readFileSync(file, 'utf8').split(/\r?\n/))
    } catch {
      sources.set(file, [])
    }
  }
  return (sources.get(file)?.[line - 1] ?? '').trim().slice(0, LONGEST_LINE)
}
