import { InvalidArgumentError } from 'commander'
import { satisfies } from 'semver'
import { CannotRun } from 'hotpath/failures'
import { columns, megabytes } from 'hotpath/report'
import { binaryIn, bytesIn, folderFor, isRequest, keptVersions, listed, removeVersion, versionsFolder, WORDS } from 'hotpath/nodes'
import { EXIT } from '../measuring.js'
import { provided } from '../nodes.js'
import { UsageError } from '../usage.js'

/**
 * Registers `node list`, `node add` and `node remove`.
 *
 * @param {import('commander').Command} program
 */
export function nodeCommand (program) {
  const node = program.command('node').description('list, fetch or remove versions of Node for --node')
  node.command('list', { isDefault: true })
    .description('list the versions of Node in the cache')
    .option('--json', 'print one JSON object')
    .action(list)
  node.command('add')
    .description('fetch the newest version that matches')
    .argument('<versions...>', 'such as 20, 20.11.0, lts or current', (text, before = []) => [...before, version(text)])
    .action(add)
  node.command('remove')
    .description('remove all versions that match')
    .argument('<versions...>', 'such as 20 or 20.11.0', (text, before = []) => [...before, number(text)])
    .action(remove)
}

/** @param {string} text */
function version (text) {
  if (isRequest(text)) return text
  throw new InvalidArgumentError('Expected a version such as 20 or 20.11.0, lts, or current.')
}

/** @param {string} text */
function number (text) {
  if (isRequest(text) && !WORDS.includes(text)) return text
  throw new InvalidArgumentError('Expected a version such as 20 or 20.11.0.')
}

/** @param {{ json?: boolean }} options */
function list ({ json }) {
  const nodes = keptVersions().map((version) => ({ version, bytes: bytesIn(folderFor(version)), file: binaryIn(folderFor(version)) }))
  if (json) process.stdout.write(`${JSON.stringify({ folder: versionsFolder(), nodes })}\n`)
  else if (nodes.length) process.stdout.write(`${columns(nodes.map(({ version, bytes, file }) => [version, { content: megabytes(bytes), hAlign: 'right' }, file]))}\n`)
  else process.stdout.write('The cache is empty. --node fetches the versions it needs. To fetch one now, type: pnpm node add 20\n')
}

/** @param {string[]} requests */
async function add (requests) {
  for (const request of requests) {
    try {
      const { version, file } = await provided(request, { isNewestWanted: true })
      process.stdout.write(`${version}  ${file}\n`)
    } catch (error) {
      if (!(error instanceof CannotRun)) throw error
      process.stderr.write(`${error.needs} ${error.message}. ${error.mend}.\n`)
      process.exitCode = EXIT['cannot run']
    }
  }
}

/** @param {string[]} requests */
async function remove (requests) {
  const kept = keptVersions()
  const lists = requests.map((request) => {
    const fitting = kept.filter((version) => satisfies(version, request))
    if (fitting.length === 0) throw new UsageError(`There is no Node ${request} in the cache. The cache has ${listed(kept)}.`)
    return fitting
  })
  for (const version of new Set(lists.flat())) {
    await removeVersion(version)
    process.stdout.write(`removed ${version}\n`)
  }
}
