import { EXIT, exitWithWorst } from './measuring.js'
import { chosenNodes } from './nodes.js'

/**
 * Does something on each Node that was asked for, one after the other; on this one where none was.
 *
 * @template {{ node?: any }} T
 * @param {T} options of the command, `node` as nodeList gives it
 * @param {(options: T & { node?: string }) => Promise<void>} work
 * @throws {import('hotpath/failures').CannotRun} if the only one is not available; with several, the others go on
 */
export async function onEachNode (options, work) {
  if (!options.node) return work(options)
  const nodes = await chosenNodes(options.node)
  for (const { file, version, missing } of nodes) {
    if (missing && nodes.length === 1) throw missing
    if (missing) {
      process.stderr.write(`skipped: ${missing.needs} ${missing.message}. ${missing.mend}\n`)
      exitWithWorst(EXIT['cannot run'])
      continue
    }
    if (nodes.length > 1) process.stderr.write(`Node ${version}\n`)
    await work({ ...options, node: file })
  }
}
