import { runNodeWithCachedOutput } from './ask-node.js'

/** Permissions that a variant keeps: reading files, threads (whose CPU time is measured), native addons, WASI and the network. */
const ALLOWED = ['--allow-fs-read', '--allow-worker', '--allow-addons', '--allow-wasi', '--allow-net']

/**
 * Chooses flags of Node's permission model. They forbid a variant to write files, start processes or open the inspector.
 *
 * @param {string} node binary
 * @returns {Promise<string[]>} empty before Node 20
 */
export async function findSupportedPermissionFlags (node) {
  if (node === process.execPath) return choosePermissionFlags([...process.allowedNodeEnvironmentFlags])
  const flags = await runNodeWithCachedOutput(node, ['-p', 'Array.from(process.allowedNodeEnvironmentFlags || []).join()'])
  return choosePermissionFlags(flags.trim().split(','))
}

/** @param {string[]} flags known to a Node @returns {string[]} */
export function choosePermissionFlags (flags) {
  const switchOn = ['--permission', '--experimental-permission'].find((flag) => flags.includes(flag))
  if (!switchOn) return []
  // turns off Node's warnings about permission flags, because these warnings would hide a variant's last error
  const quiet = flags.includes('--disable-warning') ? ['--disable-warning=SecurityWarning', '--disable-warning=ExperimentalWarning'] : []
  return [
    switchOn,
    ...ALLOWED.filter((flag) => flags.includes(flag)).map((flag) => flag === '--allow-fs-read' ? `${flag}=*` : flag),
    ...quiet,
  ]
}
