import { InvalidArgumentError } from 'commander'
import { satisfies } from 'semver'
import { CannotRun } from 'hotpath/failures'
import { formatMegabytes } from 'hotpath/report'
import { formatColumns } from 'hotpath/text'
import { findNodeBinary, sumFolderBytes, findCachedVersionFolder, isVersionRequest, listCachedVersions, formatVersionList, removeCachedVersion, findNodeCacheFolder, NODE_VERSION_ALIASES } from 'hotpath/nodes'
import { fetchNodeBinary } from '../choose-nodes.js'
import { formatCannotRunError, printJson, printLine, reportCannotRun } from 'hotpath/cli'
import { UsageError } from '../usage.js'

/**
 * Registers `pnpm node list`, `pnpm node add` and `pnpm node remove`.
 *
 * @param {import('commander').Command} program
 */
export function registerCommand (program) {
  const node = program.command('node')
    .description('list, download or remove versions of Node for the option --node of other commands')
  node.command('list', { isDefault: true })
    .description('list the versions of Node in the cache')
    .option('--json', 'print one JSON object')
    .action(listVersions)
  node.command('add')
    .description('download the newest version of Node that matches <version>')
    .argument('<versions...>', 'such as 20, 20.11.0, lts or current', (text, before = []) => [...before, parseRequest(text)])
    .action(addVersions)
  node.command('remove')
    .description('remove all versions that match')
    .argument('<versions...>', 'such as 20 or 20.11.0', (text, before = []) => [...before, parseNumberedRequest(text)])
    .action(removeVersions)
}

/** @param {string} text */
function parseRequest (text) {
  if (isVersionRequest(text)) return text
  throw new InvalidArgumentError('Expected a version such as 20 or 20.11.0, lts, or current.')
}

/** @param {string} text */
function parseNumberedRequest (text) {
  if (isVersionRequest(text) && !NODE_VERSION_ALIASES.includes(text)) return text
  throw new InvalidArgumentError('Expected a version such as 20 or 20.11.0.')
}

/** @param {{ json?: boolean }} options */
function listVersions ({ json }) {
  const nodes = listCachedVersions().map((version) => {
    const folder = findCachedVersionFolder(version)
    return { version, bytes: sumFolderBytes(folder), file: findNodeBinary(folder) }
  })
  if (json) printJson({ folder: findNodeCacheFolder(), nodes })
  else if (nodes.length) printLine(formatColumns(nodes.map(({ version, bytes, file }) => [version, { content: formatMegabytes(bytes), hAlign: 'right' }, file])))
  else printLine('No version of Node is in the cache. Commands with --node download the versions that they need. To download a version now, type: pnpm node add 20')
}

/** @param {string[]} requests */
async function addVersions (requests) {
  for (const request of requests) {
    try {
      const { version, file } = await fetchNodeBinary(request, { isNewestWanted: true })
      printLine(`${version}  ${file}`)
    } catch (error) {
      if (!(error instanceof CannotRun)) throw error
      reportCannotRun(`${formatCannotRunError(error)}.`)
    }
  }
}

/** @param {string[]} requests */
async function removeVersions (requests) {
  const kept = listCachedVersions()
  const lists = requests.map((request) => {
    const matching = kept.filter((version) => satisfies(version, request))
    if (matching.length === 0) throw new UsageError(`There is no Node ${request} in the cache. The cache has ${formatVersionList(kept)}.`)
    return matching
  })
  for (const version of new Set(lists.flat())) {
    await removeCachedVersion(version)
    printLine(`removed ${version}`)
  }
}
