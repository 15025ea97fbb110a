import { existsSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import { GithubApi } from './api.js'
import { MARKER, formatComment, formatHeadline } from './comment.js'
import { decide } from './decide.js'
import { readParts } from './foreign-result.js'
import { addSummary, readEvent, runStep, say } from './runner.js'
import { parseUndecidedLimit } from 'hotpath/internal/cli/output.js'

/**
 * @import { Outcome } from './decide.js'
 * @import { Env } from './runner.js'
 *
 * @typedef {{ number: number, base: { ref: string }, labels: { name: string }[] }} Pull
 * @typedef {{ conclusion: string, title: string, summary: string, external_id: string }} Check
 */

/** Name of the check on a pull request, which is no job: docs/decisions/069 */
const CHECK = 'hotpath'

/** `external_id` of a check that is red, or would be without a maintainer's label. */
const RED = 'red'

/**
 * The step that writes the comment and the check of a pull request, from a result that a stranger's code may have written.
 *
 * @param {Env} env
 */
export async function report (env) {
  if (!env.HOTPATH_TOKEN) return say(env, String(env.HOTPATH_REASON))
  const api = new GithubApi({ url: String(env.GITHUB_API_URL), repository: String(env.GITHUB_REPOSITORY), token: env.HOTPATH_TOKEN })
  const { workflow_run: run } = readEvent(env)
  const acceptLabel = env.HOTPATH_ACCEPT_LABEL || 'slowdown accepted'
  const pulls = run.event === 'merge_group' ? [] : await findPulls(api, run)
  const isAccepted = pulls.length > 0 && pulls.every(({ labels }) => labels.some(({ name }) => name === acceptLabel))
  if (run.conclusion === 'skipped' || run.conclusion === 'cancelled') return reportUnmeasured(env, api, run, isAccepted)
  const isRead = !env.HOTPATH_REASON && existsSync(String(env.HOTPATH_DOWNLOADED))
  const parts = isRead ? readParts(String(env.HOTPATH_DOWNLOADED)) : { first: [{ problem: env.HOTPATH_REASON || 'The result could not be downloaded.' }], second: [] }
  const outcome = decide(parts, parseUndecidedLimit(env.HOTPATH_UNDECIDED || 'pass'))
  const minutes = await countMinutes(api, run)
  const comment = formatComment(outcome, { base: pulls[0]?.base.ref ?? 'main', acceptLabel, isAccepted, minutes })
  addSummary(env, comment)
  await attempt(env, () => writeCheck(api, run, describeCheck(outcome, comment, isAccepted)))
  if (pulls.length === 1) await attempt(env, () => writeComment(api, pulls[0], comment))
  else if (run.event !== 'merge_group') say(env, pulls.length ? `${pulls.length} pull requests have this head, so none gets a comment.` : 'No open pull request has this head any more, so there is no comment.')
}

/**
 * Finds the open pull requests whose head is the commit that was measured. The artefact does not say it, because a stranger wrote it.
 *
 * @param {GithubApi} api
 * @param {any} run
 * @returns {Promise<Pull[]>}
 */
async function findPulls (api, run) {
  const owner = run.head_repository?.owner?.login
  if (!owner || !run.head_branch) return []
  const named = await api.list(`/pulls?state=open&head=${encodeURIComponent(`${owner}:${run.head_branch}`)}`)
  return named.filter(({ head }) => head.sha === run.head_sha)
}

/**
 * Writes the check of a run that measured nothing: a label was missing or has changed, the merge queue asks, or somebody cancelled it. It
 * never takes the place of a check that tells figures.
 *
 * @param {Env} env
 * @param {GithubApi} api
 * @param {any} run
 * @param {boolean} isAccepted
 */
async function reportUnmeasured (env, api, run, isAccepted) {
  const checks = await api.list(`/commits/${encodeURIComponent(run.head_sha)}/check-runs?check_name=${CHECK}`, 'check_runs')
  const last = checks.filter(({ app }) => app?.slug === 'github-actions').sort((a, b) => b.id - a.id)[0]
  if (last?.external_id === RED) {
    const title = String(last.output?.title ?? '').replace(ACCEPTED, '')
    const summary = String(last.output?.summary ?? '')
    await attempt(env, () => writeCheck(api, run, { ...judgeRed(isAccepted, title), summary }))
  } else if (!last && !await isStillMeasured(api, run)) {
    const [conclusion, title] = explainUnmeasured(run)
    await attempt(env, () => writeCheck(api, run, { conclusion, title, summary: title, external_id: '' }))
  }
  say(env, 'Nothing was measured in this run.')
}

/**
 * Returns true if another run of the workflow measures the same commit: a check that is written now would count as passed meanwhile.
 *
 * @param {GithubApi} api
 * @param {any} run
 * @returns {Promise<boolean>}
 */
async function isStillMeasured (api, { id, workflow_id: workflow, head_sha: commit }) {
  const runs = await api.list(`/actions/workflows/${Number(workflow)}/runs?head_sha=${encodeURIComponent(commit)}`, 'workflow_runs')
  return runs.some((other) => other.id !== id && other.status !== 'completed')
}

/** @param {any} run that measured nothing @returns {[conclusion: string, title: string]} */
function explainUnmeasured ({ event, conclusion }) {
  if (conclusion === 'cancelled') return ['neutral', 'the measuring was cancelled']
  return ['skipped', event === 'merge_group' ? 'measured in the pull request' : 'not measured in this run']
}

/** Ends the title of a red check that a maintainer has accepted. */
const ACCEPTED = /, accepted by a maintainer$/

/** @param {boolean} isAccepted @param {string} title @returns {Omit<Check, 'summary'>} */
function judgeRed (isAccepted, title) {
  return isAccepted
    ? { conclusion: 'success', title: `${title}, accepted by a maintainer`, external_id: RED }
    : { conclusion: 'failure', title, external_id: RED }
}

/** @param {Outcome} outcome @param {string} summary @param {boolean} isAccepted @returns {Check} */
function describeCheck (outcome, summary, isAccepted) {
  const title = formatHeadline(outcome)
  return outcome.conclusion === 'failure'
    ? { ...judgeRed(isAccepted, title), summary }
    : { conclusion: outcome.conclusion, title, summary, external_id: '' }
}

/** @param {GithubApi} api @param {any} run @param {Check} check */
async function writeCheck (api, run, { conclusion, title, summary, external_id: id }) {
  await api.call('POST', '/check-runs', {
    name: CHECK, head_sha: run.head_sha, status: 'completed', conclusion, external_id: id, details_url: run.html_url, output: { title, summary },
  })
}

/** Edits the comment of an earlier run, or writes the first one. @param {GithubApi} api @param {Pull} pull @param {string} body */
async function writeComment (api, { number }, body) {
  const comments = await api.list(`/issues/${number}/comments?`)
  // anybody can write the marker, but only a bot is edited
  const own = comments.find((one) => one.user?.type === 'Bot' && one.body?.startsWith(MARKER))
  if (own?.body === body) return
  if (own) await api.call('PATCH', `/issues/comments/${own.id}`, { body })
  else await api.call('POST', `/issues/${number}/comments`, { body })
}

/** @param {GithubApi} api @param {any} run @returns {Promise<number>} minutes that GitHub bills for the run's jobs; 0 if nobody knows */
async function countMinutes (api, run) {
  try {
    const jobs = await api.list(`/actions/runs/${Number(run.id)}/jobs?`, 'jobs')
    const spent = jobs.map(({ started_at: from, completed_at: to }) => Math.ceil((Date.parse(to) - Date.parse(from)) / 60_000))
    return spent.filter((minutes) => minutes > 0).reduce((sum, minutes) => sum + minutes, 0)
  } catch {
    return 0
  }
}

/** Tries a write that the token may not be allowed to do. @param {Env} env @param {() => Promise<void>} write */
async function attempt (env, write) {
  try {
    await write()
  } catch (error) {
    if (error.name !== 'ApiError') throw error
    say(env, error.message)
  }
}

if (process.argv[1] === fileURLToPath(import.meta.url)) await runStep(process.env, report)
