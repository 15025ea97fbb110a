import { spawnSync } from 'node:child_process'
import { existsSync } from 'node:fs'
import { join } from 'node:path'
import { ROOT, projectFiles } from './files.js'
import { chooseTests } from './suites.js'

const TAP = join(ROOT, 'node_modules', 'tap', 'dist', 'esm', 'run.mjs')

/** Files in one process: with more of them the last process runs alone for longer, with fewer tap starts more often. */
const GROUP = 8

/** These start first, because each takes as long as all files after it. */
const LONGEST = ['test/site.long.test.js', 'test/screens.long.test.js']

/** All of them together: each file has the time that .taprc gives. */
const MOST_SECONDS = 1800

const HELP = `Usage: pnpm test [files...] | pnpm test:long | pnpm test:all

Without files: the tests, of the labs too, that take less than twenty seconds each.
test:long has the others, test:all has both. A file's suffix says which it is:
  NAME.test.js               runs beside other tests
  NAME.measure.test.js       measures, so it runs alone; so does a lab's lab.test.js
  NAME.long.test.js          takes longer, and runs beside other tests
  NAME.long.measure.test.js  takes longer, and runs alone
`

/** @param {string[]} words @param {Record<string, string>} [env] @returns {boolean} whether all tests pass */
function tap (words, env = {}) {
  // the run that builds tap's plugins itself still has those that .taprc removes
  if (words[0] !== 'build' && !existsSync(join(ROOT, '.tap', 'plugins'))) tap(['build'])
  return spawnSync(process.execPath, [TAP, ...words], { cwd: ROOT, stdio: 'inherit', env: { ...process.env, ...env } }).status === 0
}

/**
 * @param {string[]} files
 * @param {{ jobs: number, size?: number }} how processes at once, and files in each
 * @returns {boolean} whether all tests pass
 */
function runGroups (files, { jobs, size = GROUP }) {
  const count = Math.ceil(files.length / size)
  const groups = Array.from({ length: count }, (_, index) => files.filter((_, place) => place % count === index))
  const env = { HOTPATH_TEST_GROUPS: JSON.stringify(groups), HOTPATH_TEST_JOBS: String(jobs) }
  return files.length === 0 || tap(['run', `--timeout=${MOST_SECONDS}`, join('test', 'run-groups.js')], env)
}

/** @param {string[]} files @returns {string[]} */
const longestFirst = (files) => [...LONGEST.filter((file) => files.includes(file)), ...files.filter((file) => !LONGEST.includes(file))]

/** @param {string[]} files to be run one after the other @returns {boolean} whether all tests pass */
function runAlone (files) {
  // a lab's test measures in processes of its own, so the labs' tests may share one
  const isLab = (/** @type {string} */ file) => file.endsWith('lab.test.js')
  const labs = runGroups(files.filter(isLab), { jobs: 1 })
  return tap(['run', ...files.filter((file) => !isLab(file))]) && labs
}

/** @param {string[]} words of the command line @returns {boolean} whether all is well */
function run (words) {
  const named = words.filter((word) => !word.startsWith('--'))
  if (named.length) return tap(['run', ...named])
  const { beside, longBeside, alone } = chooseTests(words, projectFiles())
  const all = [...beside, ...longBeside, ...alone]
  const started = performance.now()
  // each file by its name, also where several share a process
  process.stdout.write(`${all.join('\n')}\n`)
  // the machines that this runs on have two processors
  const results = [runGroups(beside, { jobs: 2 }), runGroups(longestFirst(longBeside), { jobs: 2, size: 1 }), runAlone(alone)]
  process.stdout.write(`${all.length} test files in ${Math.round((performance.now() - started) / 1000)} s\n`)
  return results.every(Boolean)
}

const words = process.argv.slice(2)
if (words.includes('--help')) process.stdout.write(HELP)
else {
  try {
    process.exitCode = run(words) ? 0 : 1
  } catch (error) {
    process.stderr.write(`${error.message}\n`)
    process.exitCode = 2
  }
}
