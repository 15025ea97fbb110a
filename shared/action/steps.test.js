import { mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import { createServer } from 'node:http'
import { join } from 'node:path'
import t from 'tap'
import { benchmark, call } from 'hotpath/internal/compare/fixtures/result.js'
import { findArtefact } from './find-artefact.js'
import { MARKER } from './comment.js'
import { report } from './report.js'
import { runStep } from './runner.js'

const SHA = 'c'.repeat(40)
const slower = benchmark({ verdict: 'slower', difference: 1.12, interval: [1.08, 1.16] })

/** Open pull request 7, from a fork, as the API lists it. */
const PULL = { number: 7, head: { sha: SHA }, base: { ref: 'main' }, labels: [{ name: 'documentation' }] }

/** Event of a measuring run that has ended. */
const RUN = {
  id: 99,
  workflow_id: 3,
  event: 'pull_request',
  conclusion: 'success',
  head_sha: SHA,
  head_branch: 'fast&state=closed',
  head_repository: { owner: { login: 'stranger' } },
  // of a fork, this list is empty
  pull_requests: [],
  html_url: 'https://example.org/run/99',
}

/**
 * Starts a server with the part of GitHub's API that the steps call.
 *
 * @param {any} t
 * @param {Record<string, unknown>} [answers] by method and path; a number is a status
 */
async function startApi (t, answers = {}) {
  /** @type {Record<string, any>} */
  const known = {
    'GET /pulls': [PULL],
    'GET /issues/7/comments': [],
    'GET /actions/runs/99/artifacts': { artifacts: [{ id: 1, name: 'hotpath-first-1-of-1', size_in_bytes: 900, expired: false }] },
    'GET /actions/runs/99/jobs': { jobs: [{ started_at: '2026-01-01T00:00:00Z', completed_at: '2026-01-01T00:01:01Z' }, { started_at: null, completed_at: null }] },
    [`GET /commits/${SHA}/check-runs`]: { check_runs: [] },
    'GET /actions/workflows/3/runs': { workflow_runs: [{ id: 99, status: 'in_progress' }, { id: 98, status: 'completed' }] },
    'POST /check-runs': {},
    'POST /issues/7/comments': {},
    'PATCH /issues/comments/5': {},
    ...answers,
  }
  /** @type {{ what: string, query: URLSearchParams, body: any }[]} */
  const calls = []
  const server = createServer(async (request, response) => {
    const { pathname, searchParams } = new URL(String(request.url), 'http://api')
    const what = `${request.method} ${pathname.replace('/repos/owner/name', '')}`
    let text = ''
    for await (const chunk of request) text += chunk
    calls.push({ what, query: searchParams, body: text && JSON.parse(text) })
    const answer = known[what] ?? 404
    if (typeof answer === 'number') response.writeHead(answer).end('{}')
    else response.end(JSON.stringify(answer))
  })
  await new Promise((resolve) => server.listen(0, '127.0.0.1', () => resolve(undefined)))
  t.teardown(() => server.close())
  const { port } = /** @type {import('node:net').AddressInfo} */ (server.address())
  const sent = (/** @type {string} */ what) => calls.filter((one) => one.what === what).map(({ body }) => body)
  return { url: `http://127.0.0.1:${port}`, calls, sent }
}

/**
 * Runs both steps of the reporting workflow, with an artefact that was downloaded in between.
 *
 * @param {any} t
 * @param {{ answers?: Record<string, unknown>, run?: object, parts?: Record<string, object>, env?: Record<string, string> }} [how]
 */
async function runReport (t, { answers, run, parts = { 'hotpath-first-1-of-1': call([benchmark({ verdict: 'not slower' })]) }, env: more } = {}) {
  const api = await startApi(t, answers)
  const folder = t.testdir({ 'event.json': JSON.stringify({ workflow_run: { ...RUN, ...run } }) })
  const downloaded = join(folder, 'downloaded')
  const env = {
    GITHUB_API_URL: api.url,
    GITHUB_REPOSITORY: 'owner/name',
    GITHUB_EVENT_PATH: join(folder, 'event.json'),
    GITHUB_OUTPUT: join(folder, 'output'),
    GITHUB_STEP_SUMMARY: join(folder, 'summary'),
    HOTPATH_TOKEN: 'secret',
    HOTPATH_DOWNLOADED: downloaded,
    ...more,
  }
  writeFileSync(env.GITHUB_OUTPUT, '')
  writeFileSync(env.GITHUB_STEP_SUMMARY, '')
  await runStep(env, findArtefact)
  const outputs = Object.fromEntries(readFileSync(env.GITHUB_OUTPUT, 'utf8').split('\n').map((line) => line.split(/=(.*)/s).slice(0, 2)))
  if (outputs.found) {
    mkdirSync(downloaded)
    for (const [name, content] of Object.entries(parts)) writeFileSync(join(downloaded, `${name}.json`), JSON.stringify(content))
  }
  await runStep({ ...env, HOTPATH_REASON: outputs.reason }, report)
  return { ...api, summary: readFileSync(env.GITHUB_STEP_SUMMARY, 'utf8'), check: api.sent('POST /check-runs').at(-1), comment: api.sent('POST /issues/7/comments')[0]?.body }
}

t.test('a pull request of a fork: one comment and one check, its number from the head\'s hash', async (t) => {
  const { calls, check, comment, summary } = await runReport(t)
  t.match(comment, `${MARKER}\n**hotpath**: 1 benchmark, none slower by more than 5 %`)
  t.match(comment, '2 minutes of runners')
  t.match(check, { name: 'hotpath', head_sha: SHA, conclusion: 'success' })
  t.match(summary, 'none slower')
  const [{ query }] = calls.filter(({ what }) => what === 'GET /pulls')
  t.equal(query.get('head'), 'stranger:fast&state=closed', 'the name of a branch cannot change the question')
  t.equal(query.get('state'), 'open')
})

t.test('a comment is edited, and only if it says something else', async (t) => {
  const { comment } = await runReport(t)
  const own = { id: 5, user: { type: 'Bot' }, body: comment }
  const strangers = { id: 4, user: { type: 'User' }, body: `${MARKER}\nall is well` }
  const same = await runReport(t, { answers: { 'GET /issues/7/comments': [strangers, own] } })
  t.same([same.sent('PATCH /issues/comments/5'), same.sent('POST /issues/7/comments')], [[], []])
  const changed = await runReport(t, { answers: { 'GET /issues/7/comments': [strangers, { ...own, body: `${MARKER}\nold` }] } })
  t.same([changed.sent('PATCH /issues/comments/5'), changed.sent('POST /issues/7/comments')], [[{ body: comment }], []])
})

t.test('the number of a pull request is never taken from the artefact', async (t) => {
  const forged = { ...call([benchmark({ verdict: 'not slower' })]), number: 8, pull_request: { number: 8 } }
  const { calls } = await runReport(t, { parts: { 'hotpath-first-1-of-1': forged } })
  t.same(calls.filter(({ what }) => what.includes('/8')), [])
})

t.test('a head that is no longer the pull request\'s gets no comment', async (t) => {
  const { comment, summary } = await runReport(t, { answers: { 'GET /pulls': [{ ...PULL, head: { sha: 'd'.repeat(40) } }] } })
  t.equal(comment, undefined)
  t.match(summary, 'No open pull request')
  t.equal((await runReport(t, { answers: { 'GET /pulls': [PULL, { ...PULL, number: 8 }] } })).comment, undefined, 'two pull requests')
  t.equal((await runReport(t, { run: { head_repository: null } })).comment, undefined, 'a fork that was deleted')
})

const RED = { 'hotpath-first-1-of-1': call([slower]), 'hotpath-second': call([slower]) }

t.test('red is accepted by a label, which only maintainers can set', async (t) => {
  const red = await runReport(t, { parts: RED })
  t.match(red.check, { conclusion: 'failure', external_id: 'red', output: { title: /^of 1 benchmark 1 is slower, on two machines$/ } })
  t.match(red.comment, 'can accept this with the label `slowdown accepted`')
  const labelled = [{ ...PULL, labels: [{ name: 'slowdown accepted' }] }]
  const accepted = await runReport(t, { parts: RED, answers: { 'GET /pulls': labelled } })
  t.match(accepted.check, { conclusion: 'success', external_id: 'red', output: { title: /, accepted by a maintainer$/ } })

  // a label that is set later measures nothing again
  const earlier = { check_runs: [{ id: 3, app: { slug: 'github-actions' }, ...red.check }, { id: 9, app: { slug: 'other' }, external_id: '' }] }
  const later = await runReport(t, { run: { conclusion: 'skipped' }, answers: { 'GET /pulls': labelled, [`GET /commits/${SHA}/check-runs`]: earlier } })
  t.match(later.check, { conclusion: 'success', output: { title: accepted.check.output.title } })
  t.equal(later.comment, undefined)
  const taken = { check_runs: [{ id: 4, app: { slug: 'github-actions' }, ...accepted.check }] }
  const back = await runReport(t, { run: { conclusion: 'skipped' }, answers: { [`GET /commits/${SHA}/check-runs`]: taken } })
  t.match(back.check, { conclusion: 'failure', output: { title: red.check.output.title } })
})

t.test('a label that is missing, and the merge queue: a check without a comment', async (t) => {
  const missing = await runReport(t, { run: { conclusion: 'skipped' } })
  t.match(missing.check, { conclusion: 'skipped', output: { title: 'not measured in this run' } })
  const running = { 'GET /actions/workflows/3/runs': { workflow_runs: [{ id: 98, status: 'in_progress' }] } }
  const early = await runReport(t, { run: { conclusion: 'skipped' }, answers: running })
  t.equal(early.check, undefined, 'a required check does not pass while another run measures')
  const queue = await runReport(t, { run: { conclusion: 'skipped', event: 'merge_group' } })
  t.match(queue.check, { conclusion: 'skipped', output: { title: 'measured in the pull request' } })
  t.same([missing.comment, queue.comment], [undefined, undefined])
  const green = { check_runs: [{ id: 3, app: { slug: 'github-actions' }, external_id: '' }] }
  t.equal((await runReport(t, { run: { conclusion: 'skipped' }, answers: { [`GET /commits/${SHA}/check-runs`]: green } })).check, undefined, 'another label')
})

t.test('a cancelled job is neutral', async (t) => {
  const { check, comment } = await runReport(t, { run: { conclusion: 'cancelled' } })
  t.match(check, { conclusion: 'neutral' })
  t.equal(comment, undefined)
  const red = { check_runs: [{ id: 3, app: { slug: 'github-actions' }, conclusion: 'failure', external_id: 'red', output: { title: 'x' } }] }
  const again = await runReport(t, { run: { conclusion: 'cancelled' }, answers: { [`GET /commits/${SHA}/check-runs`]: red } })
  t.match(again.check, { conclusion: 'failure' }, 'a red check stays red')
})

t.test('an artefact that is missing, expired, too large or cut off is neutral, with one line', async (t) => {
  const artefact = { id: 1, name: 'hotpath-first-1-of-1', size_in_bytes: 900, expired: false }
  const list = (/** @type {object[]} */ artifacts) => ({ answers: { 'GET /actions/runs/99/artifacts': { artifacts } } })
  /** @type {[Parameters<typeof runReport>[1], RegExp][]} */
  const cases = [
    [list([{ ...artefact, name: 'other' }]), /has kept no result/],
    [list([{ ...artefact, expired: true }]), /has expired/],
    [list([{ ...artefact, size_in_bytes: 50_000_000 }]), /too large/],
    [list([artefact, { ...artefact, name: 'hotpath-other', size_in_bytes: 50_000_000 }]), /too large/],
    [list(Array.from({ length: 66 }, () => artefact)), /more than 65/],
    [{ parts: {} }, /There is no result/],
    [{ parts: { 'hotpath-first-1-of-1': { problem: 'There is no perf file in a. To write one, type: hotpath init' } } }, /`There is no perf file in a\./],
  ]
  for (const [how, words] of cases) {
    const { check, comment } = await runReport(t, how)
    t.match(check, { conclusion: 'neutral' })
    t.match(comment, words)
    t.ok(comment.split('\n').length <= 7, comment)
  }
})

t.test('no token, a token that may only read, an API that is down: one line each', async (t) => {
  const none = await runReport(t, { env: { HOTPATH_TOKEN: '' } })
  t.match(none.summary, /^hotpath: `There is no token/)
  t.same(none.calls, [])
  const read = await runReport(t, { answers: { 'POST /check-runs': 403, 'POST /issues/7/comments': 403 } })
  t.match(read.summary, /hotpath: `The token may not do this.*POST \/check-runs: 403.*pull-requests: write\.`\nhotpath: `.*POST \/issues\/7\/comments: 403/)
  const wrong = await runReport(t, { answers: { 'GET /pulls': 401 } })
  t.match(wrong.summary, /hotpath: `The token is not valid/)
  t.match((await runReport(t, { answers: { 'GET /actions/runs/99/jobs': 404 } })).comment, 'none slower', 'minutes that nobody knows')
})
