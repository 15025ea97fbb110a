import { fileURLToPath } from 'node:url'
import t from 'tap'

/** Time limit for a group of files in ms: the slowest takes a quarter of it. */
const MOST_GROUP_MS = 900_000

const GROUP = fileURLToPath(new URL('run-group.js', import.meta.url))

/** @type {string[][]} groups of test files, each for one process */
const groups = JSON.parse(String(process.env.HOTPATH_TEST_GROUPS))

t.jobs = Number(process.env.HOTPATH_TEST_JOBS)
for (const [index, files] of groups.entries()) t.spawn(process.execPath, [...process.execArgv, GROUP, String(index)], { timeout: MOST_GROUP_MS }, files.join(' '))
