import { askGit } from 'hotpath/internal/sides/git.js'
import { HotpathError } from '@hotpath-labs/engine/failures.js'

/**
 * Finds the revision to compare a checkout with.
 *
 * @param {any} event that started the workflow
 * @param {string} folder of the checkout
 * @returns {Promise<string>} for --base
 * @throws {HotpathError} where the checkout does not have it
 */
export async function findBaseRevision (event, folder) {
  const pull = event.pull_request
  // actions/checkout checks out a merge of the pull request into its base: its first parent stays, even if the base is pushed by force
  if (pull && await find(folder, 'HEAD^2') === pull.head.sha) return String(await find(folder, 'HEAD^1'))
  const branch = pull?.base.ref ?? event.repository?.default_branch
  const candidates = [event.merge_group?.base_sha, `origin/${branch}`, pull?.base.sha].filter(Boolean)
  for (const candidate of candidates) if (await find(folder, candidate)) return candidate
  throw new HotpathError('NO_REVISION', `This checkout does not have ${candidates.join(' or ')}. Set fetch-depth: 0 of actions/checkout.`)
}

/** @param {string} folder @param {string} revision @returns {Promise<string | undefined>} its hash */
function find (folder, revision) {
  return askGit(folder, ['rev-parse', '--verify', '--quiet', '--end-of-options', `${revision}^{commit}`])
}
