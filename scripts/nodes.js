import { existsSync } from 'node:fs'
import { InvalidArgumentError } from 'commander'
import { majorOf } from '@hotpath-labs/history'
import { fromCaller } from 'hotpath/files'
import { nearest } from 'hotpath/lab'
import { versionOf } from 'hotpath/measure'
import { CannotRun } from 'hotpath/failures'
import { megabytes } from 'hotpath/report'
import { isRequest, NoSuchVersion, provideNode, WORDS } from 'hotpath/nodes'
import { Progress } from './progress.js'
import { UsageError } from './usage.js'

/**
 * @typedef {object} ChosenNode
 * @property {string} version such as v20.11.0; what was asked for, if that is not available
 * @property {string} [file] none if it is not available
 * @property {CannotRun} [missing] and why it is not
 */

/** @param {string} text such as 6,20,lts,/path/to/node @returns {string[]} requests, and absolute paths */
export function nodeList (text) {
  if (existsSync(fromCaller(text))) return [oneNode(text)]
  return text.split(',').map((part) => oneNode(part.trim()))
}

/** @param {string} text @returns {string} a request, or an absolute path */
export function oneNode (text) {
  if (isRequest(text)) return text
  if (text && existsSync(fromCaller(text))) return fromCaller(text)
  const near = text && nearest(text, WORDS)
  throw new InvalidArgumentError(`${near ? `Did you mean ${near}? ` : ''}Expected a version such as 20 or 20.11.0, lts, current, or the path of a Node.`)
}

/**
 * Gives a command the option --node, whose value is the path of a Node when the command's action runs.
 *
 * @param {import('commander').Command} command
 * @returns {import('commander').Command} the same
 */
export function withNodeOption (command) {
  return command
    .option('--node <version>', 'run the variants on this version of Node: 22, 20.11.0, lts, current, /path', oneNode)
    .hook('preAction', async (_, acting) => {
      const { node } = acting.opts()
      if (!node) return
      const { file, missing } = await chosenNode(node)
      if (missing) throw missing
      acting.setOptionValue('node', file)
    })
}

/**
 * Finds and fetches what was asked for, before anything is measured: a wrong version should not wait for its turn.
 *
 * @param {string[]} asked
 * @returns {Promise<ChosenNode[]>} each once
 * @throws {UsageError} where there is no such version, or a file is no Node
 */
export async function chosenNodes (asked) {
  /** @type {Map<string, ChosenNode>} */
  const chosen = new Map()
  for (const one of asked) {
    const node = await chosenNode(one)
    chosen.set(node.file ?? one, node)
  }
  return [...chosen.values()]
}

/** @param {string} asked @returns {Promise<ChosenNode>} */
export async function chosenNode (asked) {
  if (!isRequest(asked)) return { version: await fileVersion(asked), file: asked }
  try {
    const { version, file } = await provided(asked)
    return { version: `v${version}`, file }
  } catch (error) {
    if (error instanceof CannotRun) return { version: asked, missing: error }
    throw error
  }
}

/**
 * @param {string} request
 * @param {{ isNewestWanted?: boolean }} [how]
 * @returns {Promise<{ version: string, file: string }>}
 * @throws {UsageError | CannotRun}
 */
export async function provided (request, how) {
  const progress = new Progress()
  let isSaid = false
  progress.show(`looking for Node ${request}`)
  try {
    return await provideNode(request, {
      ...how,
      onWait: (other) => progress.say(`waiting for ${other}`),
      onBytes: (version, bytes) => {
        if (!isSaid) progress.say(`downloading Node ${version}`)
        isSaid = true
        progress.show(`downloading Node ${version}: ${megabytes(bytes)}`)
      },
    })
  } catch (error) {
    throw error instanceof NoSuchVersion ? new UsageError(error.message) : error
  } finally {
    progress.stop()
  }
}

/** @param {string} file @returns {Promise<number>} the major version of the Node that it is */
export async function nodeMajor (file) {
  return majorOf(file === process.execPath ? process.version : await fileVersion(file))
}

/** @param {string} file */
async function fileVersion (file) {
  try {
    return await versionOf(file)
  } catch (error) {
    throw new UsageError(`${file} does not run as Node here: ${error.message}`)
  }
}
