import { fileURLToPath } from 'node:url'
import { GithubApi } from './api.js'
import { LIMITS } from './foreign-result.js'
import { readEvent, runStep, setOutput } from './runner.js'

/** @import { Env } from './runner.js' */

/** Names of the artefacts that the next step of action.yml downloads. */
const NAME = /^hotpath-/

/** Largest artefacts of one run together, packed, in bytes. */
const MOST_BYTES = 5_000_000

/**
 * The step that looks for the result of a measuring run, before anything of it is downloaded.
 *
 * @param {Env} env
 */
export async function findArtefact (env) {
  if (!env.HOTPATH_TOKEN) return setOutput(env, 'reason', 'There is no token, so nothing is read or written. Give the action the input token: github.token')
  const api = new GithubApi({ url: String(env.GITHUB_API_URL), repository: String(env.GITHUB_REPOSITORY), token: env.HOTPATH_TOKEN })
  const { workflow_run: run } = readEvent(env)
  const all = await api.list(`/actions/runs/${Number(run.id)}/artifacts?`, 'artifacts')
  const found = all.filter(({ name }) => NAME.test(name))
  const reason = refuse(found)
  setOutput(env, reason ? 'reason' : 'found', reason || 'true')
}

/** @param {{ expired: boolean, size_in_bytes: number }[]} found @returns {string} why nothing is downloaded; empty if it is */
function refuse (found) {
  if (found.length === 0) return 'The run has kept no result.'
  if (found.some(({ expired }) => expired)) return 'The result has expired. Run the workflow again.'
  if (found.length > LIMITS.files) return `There are more than ${LIMITS.files} artefacts.`
  const bytes = found.reduce((sum, { size_in_bytes: size }) => sum + size, 0)
  return bytes > MOST_BYTES ? `The result is too large: more than ${MOST_BYTES / 1e6} MB.` : ''
}

if (process.argv[1] === fileURLToPath(import.meta.url)) await runStep(process.env, findArtefact)
