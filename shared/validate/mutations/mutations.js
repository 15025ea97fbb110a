import { execFile } from 'node:child_process'
import { cpSync, mkdirSync, readdirSync, symlinkSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { ROOT } from '@hotpath-labs/lab/project/project.js'

/** Npm scope of this project's packages. */
const SCOPE = '@hotpath-labs'

/**
 * Copies parts of the project to a folder. There, each copied package imports the copies of the other packages, and the npm packages that
 * the project has installed.
 *
 * @param {string} to a folder, made if missing
 * @param {string[]} parts files and folders of the project, with shared among them
 * @param {(file: string) => boolean} [filter] which files
 */
export function copyProject (to, parts, filter) {
  // symbolic links are copied verbatim, so that relative links between packages lead into the copy
  for (const part of parts) cpSync(join(ROOT, part), join(to, part), { recursive: true, verbatimSymlinks: true, filter })
  const modules = join(to, 'node_modules')
  mkdirSync(join(modules, SCOPE), { recursive: true })
  for (const name of readdirSync(join(ROOT, 'node_modules'))) {
    if (name !== SCOPE && name !== 'hotpath') symlinkSync(join(ROOT, 'node_modules', name), join(modules, name), 'junction')
  }
  for (const name of readdirSync(join(ROOT, 'shared'))) {
    symlinkSync(join(to, 'shared', name), join(modules, name === 'hotpath' ? '' : SCOPE, name), 'junction')
  }
}

/** Files and folders that the engine's tests read. Faults are put into a copy of them, never into the project itself. */
const COPIED = ['shared', 'test', 'package.json']

/** Time limit of a test file in ms. A fault that makes a test hang counts as noticed. */
const TIMEOUT_MS = 60_000

/**
 * @typedef {object} Mutation a fault that is put into the engine on purpose
 * @property {string} fault
 * @property {string} file
 * @property {string} find text that occurs once in the file
 * @property {string} replace text in its place
 * @property {string[]} tests, the quickest first; at least one has to fail
 */

/** @type {Mutation[]} */
export const ENGINE_MUTATIONS = JSON.parse(readFileSync(new URL('mutations.json', import.meta.url), 'utf8'))

/**
 * Counts how often a file contains the text that a mutation replaces with a fault.
 *
 * @param {Mutation} mutation
 * @param {string} [root]
 * @returns {{ text: string, places: number }} the file's text, and the number of places
 */
export function countMutationMatches ({ file, find }, root = ROOT) {
  const text = readFileSync(join(root, file), 'utf8')
  return { text, places: text.split(find).length - 1 }
}

/** @returns {{ root: string, remove: () => void }} a copy of the engine and its tests */
export function copyEngine () {
  const root = mkdtempSync(join(tmpdir(), 'hotpath-mutations-'))
  const remove = () => rmSync(root, { recursive: true, force: true })
  process.on('exit', remove)
  copyProject(root, COPIED)
  return { root, remove }
}

/**
 * Puts a fault into the copied engine, runs tests until a test fails, and removes the fault.
 *
 * @param {Mutation} mutation
 * @param {string} root of the copy
 * @returns {Promise<string | undefined>} the first test that failed, with its file; undefined if all pass
 */
export async function findFailingTest (mutation, root) {
  const { text } = countMutationMatches(mutation, root)
  const file = join(root, mutation.file)
  writeFileSync(file, text.replace(mutation.find, () => mutation.replace))
  try {
    for (const test of mutation.tests) {
      const failed = await findFirstFailedSubtest(test, root)
      if (failed) return `${test}: ${failed}`
    }
    return undefined
  } finally {
    writeFileSync(file, text)
  }
}

/**
 * Runs a test file in the copied engine and finds the first subtest that fails.
 *
 * @param {string} test file
 * @param {string} root of the copy
 * @returns {Promise<string | undefined>} name of the first subtest that failed
 */
export async function findFirstFailedSubtest (test, root) {
  const env = { ...process.env, TAP_BAIL: '1', TAP: '1' }
  try {
    await promisify(execFile)(process.execPath, [test], { cwd: root, env, timeout: TIMEOUT_MS, killSignal: 'SIGKILL', maxBuffer: Infinity })
  } catch ({ stdout }) {
    const [, name = 'it does not finish'] = stdout.split(/^ *not ok/m)[0].match(/^[^]*^# Subtest: (.*)$/m) ?? []
    return name
  }
}
