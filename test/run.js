import { spawnSync } from 'node:child_process'
import { readdirSync } from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath, pathToFileURL } from 'node:url'

const ROOT = fileURLToPath(new URL('..', import.meta.url))

const TAP = join(ROOT, 'node_modules', 'tap', 'dist', 'esm', 'run.mjs')

/** They take twenty seconds or more each, so pnpm test:long has them, and the files that are named so. */
const LONG = /\.long\.js$|^labs\/(blocking-json|cache-queue|jade-dev-vs-prod|mongo-async-sum|mongo-carts-index|pbkdf2-event-loop|promise-all-limit|read-file-sync|warm-up)\//

/** They measure, so none of them may have another test beside it; of the others two at a time take half as long. */
const ALONE = /^(labs\/|shared\/measure\/(?!services\.)|shared\/mongo\/serving|test\/(attending|doctor|ending|memory|pipes|profile|records|tools|verdicts)\.)/

/** They compute, and leave nothing behind: they share a process, for each start of tap takes a second or two. */
const TOGETHER = /^(shared\/(curve|lab|page|profile|report|stats\/(?!rule)|validate|versions|mongo\/embedded|measure\/(answers\/(drawn\.|fresh|same)|contest|files|modes|speeds|turns))|test\/(colours|help|mutations|published|figures|then-and-now))/

/** @param {string} folder @returns {string[]} its tests, by their paths from the root */
function testsIn (folder) {
  return readdirSync(join(ROOT, folder), { withFileTypes: true }).filter(({ name }) => name !== 'node_modules').flatMap((entry) => {
    const path = `${folder}/${entry.name}`
    return entry.isDirectory() ? testsIn(path) : /\.(test|long)\.js$/.test(entry.name) ? [path] : []
  })
}

/** @param {string[]} words @returns {boolean} whether all is well */
function tap (...words) {
  return spawnSync(process.execPath, [TAP, 'run', ...words], { cwd: ROOT, stdio: 'inherit' }).status === 0
}

/** @param {string[]} tests @returns {boolean} */
function sorted (tests) {
  const others = tests.filter((path) => !TOGETHER.test(path))
  process.env.HOTPATH_TESTS = JSON.stringify(tests.filter((path) => TOGETHER.test(path)).map((path) => pathToFileURL(join(ROOT, path)).href))
  const beside = tap('--jobs=2', join('test', 'together.js'), ...others.filter((path) => !ALONE.test(path)))
  return tap(...others.filter((path) => ALONE.test(path))) && beside
}

const isLong = process.argv.includes('--long')
const named = process.argv.slice(2).filter((word) => word !== '--long')
const tests = ['shared', 'labs', 'test'].flatMap(testsIn).filter((path) => LONG.test(path) === isLong)
const isWell = named.length ? tap(...named) : isLong ? tap(...tests) : sorted(tests)
process.exitCode = isWell ? 0 : 1
