import { readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import t from 'tap'
import { project, repository } from '../../test/compare.js'
import { benchmark, call } from 'hotpath/internal/compare/fixtures/result.js'
import { findBaseRevision } from './base.js'
import { measure } from './measure.js'
import { runStep } from './runner.js'

/** A benchmark whose answers tell at once that the sides differ, so that nothing is timed. */
const perfFile = (path = './it.js') => `import { fn } from 'hotpath'\nimport it from '${path}'\nfn('it', { inputs: [1], run: it })\n`
const BASE = { 'it.js': 'export default (n) => n\n', 'it.perf.js': perfFile() }
const HEAD = { 'it.js': 'export default (n) => n + 1\n' }

/** Checks out a merge of a pull request, as actions/checkout does. */
function checkOutMerge (t, base, head) {
  const { folder, git, commit } = repository(t, base, head)
  const sha = git('rev-parse', 'HEAD').trim()
  git('checkout', '--quiet', 'main')
  commit({ 'other.txt': 'newer than the pull request' })
  const baseSha = git('rev-parse', 'HEAD').trim()
  git('checkout', '--quiet', '--detach')
  git('merge', '--quiet', '--no-ff', '--message', 'merge', sha)
  git('branch', '--quiet', '-D', 'main')
  return { folder, git, event: { pull_request: { head: { sha }, base: { ref: 'main', sha: baseSha } }, repository: { default_branch: 'main' } } }
}

async function runMeasure (t, { folder, event }, more) {
  const files = t.testdir({ 'event.json': JSON.stringify(event), output: '', summary: '' })
  const env = {
    GITHUB_WORKSPACE: folder,
    GITHUB_EVENT_PATH: join(files, 'event.json'),
    GITHUB_OUTPUT: join(files, 'output'),
    GITHUB_STEP_SUMMARY: join(files, 'summary'),
    HOTPATH_MODE: 'measure',
    HOTPATH_KEPT: join(files, 'kept'),
    HOTPATH_STARTED: String(Date.now() / 1000 - 90),
    ...more,
  }
  await runStep(env, measure)
  const outputs = Object.fromEntries(readFileSync(env.GITHUB_OUTPUT, 'utf8').split('\n').map((line) => line.split(/=(.*)/s).slice(0, 2)))
  return { outputs, summary: readFileSync(env.GITHUB_STEP_SUMMARY, 'utf8'), kept: JSON.parse(readFileSync(outputs.file, 'utf8')) }
}

t.test('a pull request is compared with the parent of its merge, although the base is gone', async (t) => {
  const checkout = checkOutMerge(t, BASE, HEAD)
  const { outputs, summary, kept } = await runMeasure(t, checkout, { HOTPATH_SHARD: '1/1' })
  t.match(outputs, { red: 'true', name: 'hotpath-first-1-of-1' })
  t.match(kept, { verdict: 'different answers', sides: { base: checkout.event.pull_request.base.sha.slice(0, 7) } })
  t.match(summary, /different answers[^]*This job has used 2 min/)
})

t.test('the base: pushed by force, of a head without a merge, of a merge queue, of a push', async (t) => {
  const { folder, git, event } = checkOutMerge(t, BASE, HEAD)
  const [base, head] = ['HEAD^1', 'HEAD^2'].map((revision) => git('rev-parse', revision).trim())
  const gone = { ...event, pull_request: { ...event.pull_request, base: { ref: 'main', sha: 'e'.repeat(40) } } }
  t.equal(await findBaseRevision(gone, folder), base, 'the merge has kept it')
  t.equal(await findBaseRevision({ merge_group: { base_sha: base }, repository: event.repository }, folder), base)
  git('checkout', '--quiet', head)
  t.equal(await findBaseRevision(event, folder), base)
  await t.rejects(findBaseRevision(gone, folder), { code: 'NO_REVISION', message: /^This checkout does not have origin\/main or e{40}\. Set fetch-depth: 0/ })
  git('update-ref', 'refs/remotes/origin/main', 'HEAD~1')
  t.equal(await findBaseRevision(gone, folder), 'origin/main')
  t.equal(await findBaseRevision({ repository: event.repository }, folder), 'origin/main')
  t.match((await runMeasure(t, { folder, event: { merge_group: {}, repository: { default_branch: 'none' } } })).kept, { problem: /^This checkout does not have origin\/none/ })
})

t.test('the second machine measures only what the first one called red', async (t) => {
  const checkout = checkOutMerge(t, { ...BASE, 'other.js': BASE['it.js'], 'other.perf.js': perfFile('./other.js') }, { ...HEAD, 'other.js': 'export default (n) => n + 2\n' })
  const first = call([benchmark({ name: 'it', file: 'it.perf.js', verdict: 'different answers', reason: 'input 1' }), benchmark({ name: 'it', file: 'other.perf.js', verdict: 'not slower' })])
  const earlier = project(t, { 'hotpath-first-1-of-1.json': JSON.stringify(first) })
  const how = { HOTPATH_MODE: 'confirm', HOTPATH_EARLIER: earlier }
  const { outputs, kept, summary } = await runMeasure(t, checkout, how)
  t.equal(outputs.name, 'hotpath-second')
  t.match(kept.benchmarks, [{ file: 'it.perf.js', verdict: 'different answers' }])
  t.equal(kept.benchmarks.length, 1)
  t.match(summary, /\| `it` \| different answers[^]*First machine: any[^]*Second machine: /)
  writeFileSync(join(earlier, 'hotpath-first-1-of-1.json'), '{"schema":')
  t.match((await runMeasure(t, checkout, how)).kept, { problem: 'The result of the first machine is missing.' })
})

t.test('a monorepo, no benchmark: one line each, never red', async (t) => {
  const { 'it.js': program } = BASE
  const packages = { 'packages/a/it.js': program, 'packages/a/it.perf.js': perfFile(), 'packages/b/b.perf.js': 'syntax error' }
  const folder = { HOTPATH_FOLDER: 'packages/a' }
  t.match((await runMeasure(t, checkOutMerge(t, packages, { 'packages/a/it.js': HEAD['it.js'] }), folder)).kept, { verdict: 'different answers' })
  const named = { HOTPATH_FILES: 'packages/a/it.perf.js\n' }
  t.match((await runMeasure(t, checkOutMerge(t, packages, { 'docs.md': 'x' }), named)).kept, { verdict: 'unchanged' })

  const none = await runMeasure(t, checkOutMerge(t, { 'it.js': program }, HEAD))
  t.match(none.kept, { problem: /There is no perf file in/ })
  t.match(none.summary, /^hotpath: `There is no perf file in .*hotpath init`\n/)
  t.equal(none.outputs.red, undefined)
})
