import { askNodeOnce } from './ask-node.js'

/** What a variant may do, where this Node can forbid it: read, compute in threads, whose CPU time counts, and talk over the network. */
const ALLOWED = ['--allow-fs-read', '--allow-worker', '--allow-addons', '--allow-wasi', '--allow-net']

/**
 * Flags with which a variant can write no file, start no process and open no inspector: Node's permission model, from Node 20 on.
 *
 * @param {string} node binary
 * @returns {Promise<string[]>} none where this Node has none
 */
export async function readPermissionFlags (node) {
  if (node === process.execPath) return choosePermissionFlags([...process.allowedNodeEnvironmentFlags])
  const flags = await askNodeOnce(node, ['-p', 'Array.from(process.allowedNodeEnvironmentFlags || []).join()'])
  return choosePermissionFlags(flags.trim().split(','))
}

/** @param {string[]} flags that a Node takes @returns {string[]} */
export function choosePermissionFlags (flags) {
  const switchOn = ['--permission', '--experimental-permission'].find((flag) => flags.includes(flag))
  if (!switchOn) return []
  // Node warns of each of them, and that would stand in the last words of a variant
  const quiet = flags.includes('--disable-warning') ? ['--disable-warning=SecurityWarning', '--disable-warning=ExperimentalWarning'] : []
  return [
    switchOn,
    ...ALLOWED.filter((flag) => flags.includes(flag)).map((flag) => flag === '--allow-fs-read' ? `${flag}=*` : flag),
    ...quiet,
  ]
}
