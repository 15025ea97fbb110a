import { writeFileSync } from 'node:fs'
import { basename, join } from 'node:path'
import { fileURLToPath } from 'node:url'
import t from 'tap'
import { findAttemptPaths } from '@hotpath-labs/lab/project/project.js'
import { loadLab } from '@hotpath-labs/lab/load.js'
import { AnswerChecker } from './answer-checker.js'
import { copyTemplate } from './starting-copy.js'

/**
 * @param {any} t
 * @param {string} fixture
 * @param {{ hangsAfterMs?: number }} [limits]
 * @returns {Promise<(source: string) => Promise<any>>} checks a file of this text
 */
async function startChecking (t, fixture, limits) {
  const lab = await loadLab(fileURLToPath(new URL(`../../../test/fixtures/${fixture}`, import.meta.url)))
  const folder = t.testdir()
  const file = join(folder, basename(findAttemptPaths(lab).file))
  copyTemplate(lab, { folder, file })
  const checker = new AnswerChecker(lab, file, () => {}, limits)
  await checker.start()
  t.teardown(() => checker.stop())
  return (source) => {
    writeFileSync(file, source)
    return checker.examine(new AbortController().signal)
  }
}

/** @param {string} before @param {string} [answer] */
const sum = (before, answer = 'numbers.reduce((a, b) => a + b, 0) * 2') =>
  `module.exports = (numbers) => { ${before}; return ${answer} }`

/** A right file that does more, or a wrong one, with the verdict about its answers or its failure. @type {[string, string, string][]} */
const FUNCTIONS = [
  ['prints a megabyte', sum('process.stdout.write("x".repeat(1e6) + "\\n")'), 'same'],
  ['prints 1,000 lines', sum('for (let i = 0; i < 1e3; i++) console.log(i)'), 'same'],
  ['answers a cycle', sum('const a = {}; a.a = a', 'a'), 'different'],
  ['answers a BigInt', sum('', '1n'), 'different'],
  ['answers a stream', sum('', 'require("stream").Readable.from(["a"])'), 'different'],
  ['answers a Promise', sum('', 'Promise.resolve(1)'), 'different'],
  ['answers 5 MB', sum('', '"x".repeat(5e6)'), 'different'],
  ['exits', sum('process.exit(0)'), 'EXITED'],
  ['forks', sum('require("child_process").fork(__filename)'), 'different'],
  ['changes directory', sum('process.chdir("/")'), 'same'],
  ['patches JSON', sum('JSON.stringify = JSON.parse = () => "{}"'), 'same'],
  ['patches JSON, and is wrong', sum('JSON.stringify = JSON.parse = () => "{}"', '1'), 'different'],
]

/** @param {string} handler @param {string} [before] */
const server = (handler, before = '') => `import { createServer } from 'node:http'
export default () => new Promise((resolve) => {
  ${before}
  const server = createServer((req, res) => { ${handler} }).listen(0, '127.0.0.1', () => resolve(server))
})`

/** @type {[string, string, string][]} */
const SERVERS = [
  ['prints a megabyte', server('process.stdout.write("x".repeat(1e6) + "\\n"); res.end("hello")'), 'same'],
  ['answers 5 MB', server('res.end("x".repeat(5e6))'), 'different'],
  ['answers with a stream', server('import("node:stream").then(({ Readable }) => Readable.from(["hel", "lo"]).pipe(res))'), 'same'],
  ['answers a BigInt', server('res.end(1n)'), 'THREW'],
  ['answers a cycle', server('const a = {}; a.a = a; res.end(JSON.stringify(a))'), 'THREW'],
  ['exits', server('process.exit(0)'), 'EXITED'],
  ['forks', server('import("node:child_process").then(({ fork }) => fork("x.js"))'), 'TAMPERED'],
  ['changes directory', server('res.end("hello")', 'process.chdir("/")'), 'same'],
  ['patches JSON', server('res.end("hello")', 'JSON.stringify = JSON.parse = () => "{}"'), 'same'],
  ['returns no server', 'export default () => {}', 'REJECTED'],
  ['imports what is not there', "import './nowhere.js'\nexport default () => {}", 'REJECTED'],
  ['listens where it may not', server('res.end("hello")').replace('listen(0', 'listen(-1'), 'REJECTED'],
]

for (const [fixture, rows] of /** @type {const} */ ([['holds', FUNCTIONS], ['two-workloads', SERVERS]])) {
  t.test(`${fixture}: a bad file is one short message, and the next file is checked`, async (t) => {
    const check = await startChecking(t, fixture)
    for (const [does, source, expected] of rows) {
      const { oracle, failure, printed } = await check(source)
      t.equal(failure?.code ?? oracle.verdict, expected, does)
      const said = failure?.what ?? oracle.difference ?? ''
      t.ok(said.length <= 600, `${does}: ${said.length} characters`)
      t.ok(printed.text.length <= 20_000, `${does}: printed`)
    }
  })
}

t.test('a server that never listens is told', async (t) => {
  const check = await startChecking(t, 'two-workloads', { hangsAfterMs: 1500 })
  t.match(await check('export default () => new Promise(() => {})'), { failure: { code: 'TIMED_OUT' } })
})
