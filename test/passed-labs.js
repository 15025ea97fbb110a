import { createHash } from 'node:crypto'
import { mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { ROOT } from './files.js'

/** What measures every lab. */
const ENGINE = ['shared/engine', 'shared/lab', 'shared/services']

/** Files that no measurement reads. */
const UNREAD = /\.md$|\/data\/|(?<!lab)\.test\.js$/

const SAVED = join(ROOT, '.tap', 'passed-labs.json')

/** @param {string} path of any file @returns {string | undefined} the folder of the lab whose test it is */
export const findTestedLab = (path) => path.match(/^(labs\/[^/]+)\/lab\.test\.js$/)?.[1]

/**
 * Hashes what a lab's verdict depends on: its files, the engine, the installed packages, and Node.
 *
 * @param {string[]} paths of the project's files
 * @param {(path: string) => Buffer} [read]
 * @returns {Record<string, string>} a hash for each lab with a test, by its folder
 */
export function hashLabs (paths, read = (path) => readFileSync(join(ROOT, path))) {
  const hashFiles = (/** @type {string[]} */ files, start = '') =>
    files.filter((path) => !UNREAD.test(path)).sort().reduce((hash, path) => hash.update(`${path}\n`).update(read(path)), createHash('sha256').update(start)).digest('hex')
  const isIn = (/** @type {string} */ folder) => (/** @type {string} */ path) => path.startsWith(`${folder}/`)
  const engine = hashFiles(['pnpm-lock.yaml', ...paths.filter((path) => ENGINE.some((folder) => isIn(folder)(path)))], process.version)
  const labs = paths.flatMap((path) => findTestedLab(path) ?? [])
  return Object.fromEntries(labs.map((lab) => [lab, hashFiles(paths.filter(isIn(lab)), engine)]))
}

/** @returns {Record<string, string>} the hashes of labs that passed, by folder; none in a fresh clone */
export function readPassedLabs () {
  try {
    return JSON.parse(readFileSync(SAVED, 'utf8'))
  } catch {
    return {}
  }
}

/** @param {Record<string, string>} hashes */
export function savePassedLabs (hashes) {
  mkdirSync(dirname(SAVED), { recursive: true })
  writeFileSync(SAVED, JSON.stringify({ ...readPassedLabs(), ...hashes }))
}
