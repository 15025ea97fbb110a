import assert from 'node:assert/strict'
import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { cpSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { delimiter, join } from 'node:path'
import { Readable, Writable } from 'node:stream'
import { finished } from 'node:stream/promises'
import { fileURLToPath, pathToFileURL } from 'node:url'
import { FakeMachine } from '@hotpath-labs/engine/fake-machine.js'
import { startWithoutLoaderHooks } from '@hotpath-labs/engine/process/child.js'
import { main } from '../scripts/main.js'
import { ROOT } from './files.js'

export { ROOT }

// NODE_OPTIONS: tap's loaders take as long as the command; GITHUB_STEP_SUMMARY: fixtures do not belong into a job's summary
const { NODE_OPTIONS, GITHUB_STEP_SUMMARY, CI, NO_COLOR, FORCE_COLOR, ...clean } = process.env

/** @param {string} name of a fixture lab */
export const fixture = (name) => fileURLToPath(new URL(`fixtures/${name}`, import.meta.url))

/** The environment of a reader's shell, wherever the tests run: without variables that change what a command prints, and with a pnpm. */
export const CLEAN_ENV = { ...clean, PATH: [clean.PATH, fixture('bin')].join(delimiter) }

/** @import { Surroundings } from '@hotpath-labs/terminal/run.js' */

/** @typedef {{ code: number | null, stdout: string, stderr: string }} Ended */

/** Bytes a second that are read of what a command prints: as many as come, unless the tests run for slow terminals and pipes. */
const BYTES_PER_SECOND = Number(process.env.TEST_BYTES_PER_SECOND) || Infinity

/** What a command prints. */
class Collected extends Writable {
  text = ''

  /** @type {Writable['_write']} */
  _write (chunk, encoding, done) {
    this.text += chunk
    const ms = 1000 * chunk.length / BYTES_PER_SECOND
    if (ms > 0) setTimeout(done, ms)
    else done()
  }
}

/** The last command of this process. @type {Promise<unknown>} */
let last = Promise.resolve()

/**
 * Runs a command in this process, after those that began before.
 *
 * @param {typeof main} run
 * @param {string[]} args
 * @param {{ env?: Record<string, string>, cwd?: string } & Pick<Surroundings, 'machine'>} [options]
 * @returns {Promise<Ended>}
 */
export function runHere (run, args, { env = {}, cwd = ROOT, machine } = {}) {
  const ended = last.then(async () => {
    const [stdout, stderr, before] = [new Collected(), new Collected(), process.cwd()]
    process.chdir(cwd)
    try {
      const code = await run(args, { stdin: Readable.from([]), stdout, stderr, env: { ...CLEAN_ENV, ...env }, machine })
      await Promise.all([stdout, stderr].map((stream) => finished(stream.end())))
      return { code, stdout: stdout.text, stderr: stderr.text }
    } finally {
      process.chdir(before)
    }
  })
  last = ended.catch(() => {})
  return ended
}

/**
 * Runs a program of this project in a process of its own, for tests of processes, signals and pipes.
 *
 * @param {string} program
 * @param {string[]} args
 * @param {{ env?: Record<string, string>, cwd?: string, onSpawn?: (child: import('node:child_process').ChildProcess) => void }} options
 * @returns {Promise<Ended>}
 */
export async function runProcess (program, args, { env = {}, cwd = ROOT, onSpawn = () => {} }) {
  const child = startWithoutLoaderHooks(() => spawn(process.execPath, [program, ...args], { cwd, env: { ...CLEAN_ENV, ...env } }))
  const [stdout, stderr] = [child.stdout, child.stderr].map((stream) => stream.setEncoding('utf8').pipe(new Collected()))
  const closed = once(child, 'close')
  onSpawn(child)
  const [code] = await closed
  // a pipe does not end what it writes to if a test has destroyed its source
  await Promise.all([stdout, stderr].map((stream) => finished(stream.writableEnded ? stream : stream.end())))
  return { code, stdout: stdout.text, stderr: stderr.text }
}

/**
 * Runs the command line: in this process, or with `onSpawn` in one of its own.
 *
 * @param {string[]} args
 * @param {Parameters<typeof runProcess>[2] & Pick<Surroundings, 'machine'>} [options]
 */
export function cli (args, options = {}) {
  return options.onSpawn ? runProcess('scripts/cli.js', args, options) : runHere(main, args, options)
}

/** @param {string[]} args @param {Parameters<typeof cli>[1]} [options] @returns {Promise<any>} the one object that it prints */
export async function cliJson (args, options) {
  const { code, stdout, stderr } = await cli([...args, '--json'], options)
  const result = JSON.parse(stdout)
  const { findResultMisfits } = await import('./result-schemas.js')
  assert.deepEqual(findResultMisfits(result), [], 'the result fits its schema')
  return { code, stderr, ...result }
}

/**
 * Stands in for the computer: right answers, and these costs of an operation.
 *
 * @param {Record<string, import('@hotpath-labs/engine/fake-machine.js').Cost>} usPerOperation by side
 * @param {Partial<ConstructorParameters<typeof FakeMachine>[0]>} [more]
 */
export function fakeMachine (usPerOperation, more) {
  const answers = { answers: { oracle: { verdict: 'same', checked: 4, difference: null }, counters: [] } }
  return { machine: () => new FakeMachine({ usPerOperation, noise: 0.02, answers, ...more }) }
}

/**
 * A fixture lab that may be written to.
 *
 * @param {any} t
 * @param {string} name
 * @param {(manifest: string) => string} [changed] the text of its lab.js
 * @returns {string} its folder
 */
export function copyOf (t, name, changed = (manifest) => manifest) {
  // not in the test's own folder, which is emptied whenever it is asked for
  const parent = mkdtempSync(join(tmpdir(), 'lab-'))
  t.teardown(() => rmSync(parent, { recursive: true, force: true }))
  // whatever loads them, they are modules
  writeFileSync(join(parent, 'package.json'), '{ "type": "module" }')
  const folder = join(parent, name)
  cpSync(fixture(name), folder, { recursive: true })
  mkdirSync(join(folder, 'data'), { recursive: true })
  const lab = join(folder, 'lab.js')
  writeFileSync(lab, changed(readFileSync(lab, 'utf8').replace('../manifest.js', pathToFileURL(fixture('manifest.js')).href)))
  return folder
}
