import { spawnSync } from 'node:child_process'
import { existsSync } from 'node:fs'
import { availableParallelism } from 'node:os'
import { join } from 'node:path'
import { ROOT, projectFiles } from './files.js'
import { findTestedLab, hashLabs, readPassedLabs, savePassedLabs } from './passed-labs.js'
import { chooseTests } from './suites.js'

const TAP = join(ROOT, 'node_modules', 'tap', 'dist', 'esm', 'run.mjs')

/** Files in one process: with more of them the last process runs alone for longer, with fewer what they import is loaded more often. */
const GROUP = { beside: 16, measure: 8 }

/** These start first, because at the end each would run alone. */
const LONGEST = ['shared/workshop/attempt/wrong-programs.long.test.js', 'test/nodes.long.test.js', 'test/site.long.test.js', 'test/screens.long.test.js']

/** Processes at once: with as many as there are processors, a processor is idle while a test waits. */
const JOBS = availableParallelism() + 1

const HELP = `Usage: pnpm test [files...] | pnpm test --labs | pnpm test:long | pnpm test:all

Without files: the tests, of the labs too, that take less than twenty seconds each.
A lab is measured if its files, or the engine's, changed since they passed here;
with --labs all are.
test:long has the others, test:all has both. A file's suffix says which it is:
  NAME.test.js               runs beside other tests
  NAME.measure.test.js       checks a duration, so it runs alone, as lab.test.js
  NAME.long.test.js, NAME.long.measure.test.js
                             the same, for tests that take longer
`

/** @param {string[]} words @param {Record<string, string>} [env] @returns {boolean} whether all tests pass */
function tap (words, env = {}) {
  // the run that builds tap's plugins itself still has those that .taprc removes
  if (words[0] !== 'build' && !existsSync(join(ROOT, '.tap', 'plugins'))) tap(['build'])
  return spawnSync(process.execPath, [TAP, ...words], { cwd: ROOT, stdio: 'inherit', env: { ...process.env, ...env } }).status === 0
}

/**
 * @param {string[][]} groups of files, each for one process
 * @param {number} jobs processes at once
 * @returns {boolean} whether all tests pass
 */
function runGroups (groups, jobs) {
  const some = groups.filter(({ length }) => length > 0)
  const env = { HOTPATH_TEST_GROUPS: JSON.stringify(some), HOTPATH_TEST_JOBS: String(jobs) }
  // no time limit for all groups together, because a slow machine is no fault: each has its own
  return some.length === 0 || tap(['run', '--timeout=0', join('test', 'run-groups.js')], env)
}

/**
 * @param {string[]} files tests that check durations
 * @param {Record<string, string>} hashes of labs; those of passed labs are kept
 * @returns {boolean} whether all tests pass
 */
function runMeasuring (files, hashes) {
  const hasPassed = runGroups(divide(files, GROUP.measure), 1)
  if (hasPassed) savePassedLabs(Object.fromEntries(files.flatMap((path) => findTestedLab(path) ?? []).map((lab) => [lab, hashes[lab]])))
  return hasPassed
}

/** @param {string[]} files @param {number} most in a group @returns {string[][]} groups of alike size */
function divide (files, most) {
  const count = Math.ceil(files.length / most)
  return Array.from({ length: count }, (_, index) => files.filter((_, place) => place % count === index))
}

/** @param {string[]} files @returns {string[][]} each in a process of its own, the longest first */
function separate (files) {
  const longest = LONGEST.filter((file) => files.includes(file))
  return [...longest, ...files.filter((file) => !longest.includes(file))].map((file) => [file])
}

/** @param {string[]} words of the command line @returns {boolean} whether all is well */
function run (words) {
  const named = words.filter((word) => !word.startsWith('--'))
  if (named.length) return tap(['run', ...named])
  const paths = projectFiles()
  const [hashes, passed] = [hashLabs(paths), readPassedLabs()]
  const isUnchanged = (/** @type {string} */ path) => {
    const lab = findTestedLab(path)
    return lab !== undefined && hashes[lab] === passed[lab]
  }
  const suites = chooseTests(words, paths, isUnchanged)
  const all = Object.values(suites).flat()
  const started = performance.now()
  // each file by its name, also where several share a process
  process.stdout.write(`${all.join('\n')}\n`)
  const results = [
    runGroups(divide(suites.beside, GROUP.beside), JOBS),
    runGroups(separate(suites['long beside']), JOBS),
    // most tests that measure do so in child processes, so they may share one
    runMeasuring(suites.measure, hashes),
    runGroups(divide(suites['long measure'], GROUP.measure), 1),
  ]
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
