import { watchCommands } from './commands.mjs'

/** Commands for which a program waits: reads, writes, and the further batches of a read. Not the driver's own, such as hello. */
const QUERIES = new Set(['find', 'getMore', 'aggregate', 'count', 'distinct', 'insert', 'update', 'delete', 'findAndModify'])

/**
 * Counts the queries that this thread sends to a database, until `stop` is called.
 *
 * @returns {{ calls: () => number, stop: () => void }}
 */
export function startCounting () {
  let queries = 0
  const { check, stop } = watchCommands((name) => { if (QUERIES.has(name)) queries++ })
  return {
    calls () {
      check()
      return queries
    },
    stop,
  }
}
