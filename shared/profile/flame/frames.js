import { readFileSync } from 'node:fs'
import { dirname, sep } from 'node:path'
import { fileURLToPath } from 'node:url'
import { FILES } from 'hotpath/worker'
import { convertUrlToPath, shortenFilePath } from '../v8/place.js'

/** Folders of the measuring and profiling code, which runs in a variant's process but does not belong to the variant. */
const HARNESS_FOLDERS = [dirname(FILES.loop) + sep, fileURLToPath(new URL('../', import.meta.url))]

/** Maximum number of characters shown of a source line, so that the line fits on a screen. */
const MAX_LINE_CHARS = 160

/** @typedef {'own' | 'dependency' | 'node' | 'v8'} Kind whose code it is; `v8` includes native code and builtins */

/**
 * @typedef {object} Frame
 * @property {string} name
 * @property {Kind} kind
 * @property {string} where such as express/lib/router.js:12; empty without a source
 * @property {string} file absolute path; empty without a readable source
 * @property {number} line of the function, from 1
 * @property {string} text of that line
 * @property {number} hotLine the line on which V8 counted most ticks; 0 if unknown
 * @property {string} hotText
 */

/**
 * @param {{ functionName: string, url: string, lineNumber: number }} callFrame of a .cpuprofile, whose lines count from 0
 * @param {string} folder of the lab
 * @returns {Frame}
 */
export function createFlameFrame ({ functionName, url, lineNumber }, folder) {
  const line = lineNumber + 1
  const isNode = url.startsWith('node:')
  const file = isNode ? '' : findPath(url)
  const isDependency = file.includes(`${sep}node_modules${sep}`)
  return {
    name: functionName || '(anonymous)',
    kind: isNode ? 'node' : isDependency ? 'dependency' : file ? 'own' : 'v8',
    where: isNode || file ? `${shortenFilePath(file || url, folder)}:${line}` : '',
    file,
    line,
    text: readSourceLine(file, line),
    hotLine: 0,
    hotText: '',
  }
}

/** @param {string} url of a .cpuprofile @returns {'loop' | 'harness' | 'variant'} the owner of this code and of its callees */
export function classifyCodeOwner (url) {
  const file = findPath(url)
  if (file === FILES.loop) return 'loop'
  return HARNESS_FOLDERS.some((folder) => file.startsWith(folder)) ? 'harness' : 'variant'
}

/** @param {string} url @returns {string} empty for native code */
function findPath (url) {
  return url.startsWith('file:') || url.includes(sep) ? convertUrlToPath(url) : ''
}

/** @type {Map<string, string[]>} */
const sources = new Map()

/** @param {string} file absolute @param {number} line from 1 @returns {string} empty if the file is unreadable */
export function readSourceLine (file, line) {
  if (!file || !line) return ''
  if (!sources.has(file)) {
    try {
      sources.set(file, readFileSync(file, 'utf8').split(/\r?\n/))
    } catch {
      sources.set(file, [])
    }
  }
  return (sources.get(file)?.[line - 1] ?? '').trim().slice(0, MAX_LINE_CHARS)
}
