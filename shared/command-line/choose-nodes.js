import { existsSync } from 'node:fs'
import { InvalidArgumentError } from 'commander'
import { parseNodeMajor } from '@hotpath-labs/records/versions/results.js'
import { resolveUserPath } from '@hotpath-labs/engine/files.js'
import { readNodeVersion } from '@hotpath-labs/engine/process/node-options.js'
import { CannotRun, UsageError } from '@hotpath-labs/engine/failures.js'
import { formatMegabytes } from '@hotpath-labs/terminal/numbers.js'
import { isVersionRequest, NODE_VERSION_ALIASES, findOrDownloadNode } from '@hotpath-labs/engine/nodes/provide.js'
import { formatSuggestion } from '@hotpath-labs/terminal/parse.js'
import { printNotice, reportCannotRun, TerminalProgress } from '@hotpath-labs/terminal/terminal.js'

/**
 * @typedef {object} ChosenNode
 * @property {string} version such as v20.11.0; the typed text if no such Node is available
 * @property {string} [file] path of the node binary; undefined if this version is not available
 * @property {CannotRun} [missing] error that says why this version is not available
 */

/** @param {string} text such as 6,20,lts,/path/to/node @returns {string[]} requests, and absolute paths */
export function parseNodeVersionList (text) {
  if (existsSync(resolveUserPath(text))) return [parseNodeVersion(text)]
  return text.split(',').map((part) => parseNodeVersion(part.trim()))
}

/** @param {string} text @returns {string} a request, or an absolute path */
export function parseNodeVersion (text) {
  if (isVersionRequest(text)) return text
  if (text && existsSync(resolveUserPath(text))) return resolveUserPath(text)
  throw new InvalidArgumentError(`${text && formatSuggestion(text, NODE_VERSION_ALIASES, '')} Expected a version of Node such as 20 or 20.11.0, lts, current, or the path of a node binary.`.trim())
}

/**
 * Adds the option --node to a command, and replaces the typed version by the path of a node binary before the command runs.
 *
 * @param {import('commander').Command} command
 * @returns {import('commander').Command} the same
 */
export function addNodeOption (command) {
  return command
    .option('--node <version>', 'run the variants on this version of Node: 22, 20.11.0, lts, current, /path', parseNodeVersion)
    .hook('preAction', async (_, acting) => {
      const { node } = acting.opts()
      if (!node) return
      const { file, missing } = await findNodeBinary(node)
      if (missing) throw missing
      acting.setOptionValue('node', file)
    })
}

/**
 * Finds or downloads all versions of Node before the first measurement, so that an unknown version fails at once.
 *
 * @param {string[]} requests
 * @returns {Promise<ChosenNode[]>} each node binary once
 * @throws {UsageError} if a version does not exist, or a file is no node binary
 */
export async function findNodeBinaries (requests) {
  /** @type {Map<string, ChosenNode>} */
  const chosen = new Map()
  for (const request of requests) {
    const node = await findNodeBinary(request)
    chosen.set(node.file ?? request, node)
  }
  return [...chosen.values()]
}

/** @param {string} request @returns {Promise<ChosenNode>} */
export async function findNodeBinary (request) {
  if (!isVersionRequest(request)) return { version: await readVersionOrRefuse(request), file: request }
  try {
    const { version, file } = await fetchNodeBinary(request)
    return { version: `v${version}`, file }
  } catch (error) {
    if (error instanceof CannotRun) return { version: request, missing: error }
    throw error
  }
}

/**
 * Calls `work` for each version of Node in --node, one after the other. Without --node, calls `work` once for this process's Node.
 *
 * @template {{ node?: any }} T
 * @param {T} options of the command, `node` as parseNodeVersionList returns it
 * @param {(options: T & { node?: string }) => Promise<void>} work
 * @throws {CannotRun} if the only version is not available; several versions go on without it
 */
export async function runOnEachNodeVersion (options, work) {
  if (!options.node) return work(options)
  const nodes = await findNodeBinaries(options.node)
  for (const { file, version, missing } of nodes) {
    if (missing && nodes.length === 1) throw missing
    if (missing) {
      reportSkippedNode(missing)
      continue
    }
    if (nodes.length > 1) printNotice(`Node ${version}`)
    await work({ ...options, node: file })
  }
}

/** Prints why a version of Node is skipped, and sets the exit code for "cannot run here". @param {CannotRun} missing */
export function reportSkippedNode (missing) {
  reportCannotRun(`skipped: ${missing.text}`)
}

/**
 * Finds a version of Node on this machine, or downloads the version, and shows the progress.
 *
 * @param {string} request
 * @returns {Promise<{ version: string, file: string }>}
 * @throws {UsageError | CannotRun}
 */
async function fetchNodeBinary (request) {
  const progress = new TerminalProgress()
  let isDownloading = false
  progress.show(`looking for Node ${request}`)
  try {
    return await findOrDownloadNode(request, {
      onWait: (other) => progress.say(`waiting for ${other}`),
      onBytes: (version, bytes) => {
        if (!isDownloading) progress.say(`downloading Node ${version}`)
        isDownloading = true
        progress.show(`downloading Node ${version}: ${formatMegabytes(bytes)}`)
      },
    })
  } finally {
    progress.stop()
  }
}

/** @param {string} file of a Node @returns {Promise<number>} its major version */
export async function readNodeMajorVersion (file) {
  return parseNodeMajor(file === process.execPath ? process.version : await readVersionOrRefuse(file))
}

/** @param {string} file of a Node */
async function readVersionOrRefuse (file) {
  try {
    return await readNodeVersion(file)
  } catch (error) {
    throw new UsageError(`${file} does not run as Node here: ${error.message}`)
  }
}
