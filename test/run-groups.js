import { fileURLToPath } from 'node:url'
import t from 'tap'

/** Time limit for a group of files in ms, after which it counts as hanging: the slowest takes a fifth of it on two cores. */
const MOST_GROUP_MS = 1_800_000

const GROUP = fileURLToPath(new URL('run-group.js', import.meta.url))

/** @type {string[][]} groups of test files, each for one process */
const groups = JSON.parse(String(process.env.HOTPATH_TEST_GROUPS))

/** The port after that of the machine's lock: groups that run at the same time check no duration, and do not wait for each other. */
const FIRST_PORT = 27_432

t.jobs = Number(process.env.HOTPATH_TEST_JOBS)
for (const [index, files] of groups.entries()) {
  const env = { ...process.env, ...t.jobs > 1 && { HOTPATH_LOCK_PORT: String(FIRST_PORT + index) } }
  t.spawn(process.execPath, [...process.execArgv, GROUP, String(index)], { timeout: MOST_GROUP_MS, env }, files.join(' '))
}
