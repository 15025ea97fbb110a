import { existsSync, readFileSync } from 'node:fs'
import { join, posix, relative, sep } from 'node:path'
import { readOptionalPackageJson } from './package-json.js'

/** Pattern for glob syntax that `toPattern` cannot translate, such as packages/!(a) and packages/[ab]. */
const UNKNOWN_GLOB = /[[(?]|\{[^}]*\{/

/** @param {string} folder @returns {boolean} */
export function hasWorkspaces (folder) {
  return existsSync(join(folder, 'pnpm-workspace.yaml')) || Boolean(readOptionalPackageJson(join(folder, 'package.json'))?.workspaces)
}

/** @param {string} root of a workspace @returns {string[]} the globs of its members' folders */
function listWorkspaceGlobs (root) {
  const file = join(root, 'pnpm-workspace.yaml')
  const { workspaces } = readOptionalPackageJson(join(root, 'package.json')) ?? {}
  const globs = [workspaces?.packages ?? workspaces].flat().filter((glob) => typeof glob === 'string')
  return existsSync(file) ? [...globs, ...parsePnpmGlobs(readFileSync(file, 'utf8'))] : globs
}

/** @param {string} text of pnpm-workspace.yaml @returns {string[]} its list `packages` */
function parsePnpmGlobs (text) {
  const [, found = ''] = text.match(/^\uFEFF?packages:(.*(?:\r?\n(?:[ \t#\]-].*)?)*)/m) ?? []
  const list = found.replaceAll(/(?:^|\s)#.*/gm, '').trim()
  // A list in YAML has the form [a, b], or a line with a dash for each item.
  const items = list.startsWith('[') ? list.match(/'[^']*'|"[^"]*"|[^\s,[\]]+/g) : list.match(/(?<=^\s*-\s+)\S.*?(?=\s*$)/gm)
  return (items ?? []).map((item) => item.replace(/^(['"])(.*)\1$/, '$2'))
}

/** @param {string} root @param {string} folder @returns {boolean} true for a member of its workspace, and if a glob is not understood */
export function isWorkspaceMember (root, folder) {
  const path = relative(root, join(folder, 'package.json')).replaceAll(sep, '/')
  const matches = (/** @type {string} */ glob) => new RegExp(`^${toPattern(posix.join(glob, 'package.json'))}$`).test(path)
  const globs = listWorkspaceGlobs(root)
  return globs.some((glob) => !glob.startsWith('!') && (UNKNOWN_GLOB.test(glob) || matches(glob))) &&
    !globs.some((glob) => glob.startsWith('!') && !UNKNOWN_GLOB.test(glob) && matches(glob.slice(1)))
}

/** @param {string} glob @returns {string} the source of a regular expression */
function toPattern (glob) {
  return glob.replaceAll(/\*\*\/|\*+|\{[^{}]*\}|[^\w/]/g, (part) => {
    if (part === '**/') return '(?:.*/)?'
    if (part.startsWith('*')) return '[^/]*'
    return part.length > 1 ? `(?:${part.slice(1, -1).split(',').map(toPattern).join('|')})` : `\\${part}`
  })
}
