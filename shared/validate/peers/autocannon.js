import { once } from 'node:events'
import autocannon from 'autocannon'
import compare from 'autocannon-compare'
import { startChild } from './child.js'

/** @import { Decide } from './worker.js' */

/** Number of connections, the same as in the labs. */
const connections = 100
/** Seconds of load before each measured run, as in fastify's benchmarks. */
const WARM_UP_S = 1

/**
 * Runs autocannon twice, one server after the other, and autocannon-compare on both results, as its README shows. `aWins` is
 * its own decision: a significant difference in throughput that is larger than 5 %.
 *
 * @type {Decide}
 */
export default async function ({ files, seconds }) {
  const results = []
  for (const file of files) results.push(await cannonaded(file, Math.max(2, Math.round(seconds / 2 - WARM_UP_S))))
  const { aWins, bWins } = compare(results[0], results[1])
  return aWins ? 'first' : bWins ? 'second' : 'neither'
}

/** @param {string} file of a server @param {number} duration in seconds */
async function cannonaded (file, duration) {
  const { child: server, answer: port } = await startChild('serve.js', [file])
  const url = `http://127.0.0.1:${port}/`
  await autocannon({ url, connections, duration: WARM_UP_S })
  const result = await autocannon({ url, connections, duration })
  server.disconnect()
  await once(server, 'exit')
  return result
}
