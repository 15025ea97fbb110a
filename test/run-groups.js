import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { Readable } from 'node:stream'
import { fileURLToPath } from 'node:url'
import t from 'tap'

/** Time limit for a group of files in ms, after which it counts as hanging: the slowest takes a fifth of it on two cores. */
const MOST_GROUP_MS = 1_800_000

const GROUP = fileURLToPath(new URL('run-group.js', import.meta.url))

/** @type {string[][]} groups of test files, each for one process */
const groups = JSON.parse(String(process.env.HOTPATH_TEST_GROUPS))

/** The port after that of the machine's lock: groups that run at the same time check no duration, and do not wait for each other. */
const FIRST_PORT = 27_432

/**
 * Runs a group when it is its turn. Tap would start it with loader hooks, which cost each process of a test a third of its time.
 *
 * @param {number} index
 * @returns {AsyncGenerator<Buffer | string>} the results as TAP
 */
async function * runGroup (index) {
  const { NODE_OPTIONS, ...inherited } = process.env
  const env = { ...inherited, TAP: '1', ...t.jobs > 1 && { HOTPATH_LOCK_PORT: String(FIRST_PORT + index) } }
  const child = spawn(process.execPath, [GROUP, String(index)], { env, stdio: ['inherit', 'pipe', 'inherit'], timeout: MOST_GROUP_MS, killSignal: 'SIGKILL' })
  const ended = once(child, 'close')
  yield * child.stdout
  const [code, signal] = await ended
  // one more result than planned is a failure, whatever was reported before
  if (code !== 0) yield `\nnot ok - the process ended with ${signal ?? `exit code ${code}`}\n`
}

t.jobs = Number(process.env.HOTPATH_TEST_JOBS)
for (const [index, files] of groups.entries()) t.stdin(files.join(' '), { tapStream: Readable.from(runGroup(index)) })
