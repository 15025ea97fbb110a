import { once } from 'node:events'
import autocannon from 'autocannon'
import compare from 'autocannon-compare'
import { startChild } from './child.js'

/** @import { Decide } from './worker.js' */

/** As in the labs. */
const connections = 100
/** Before each measured run, as fastify's benchmarks do it. */
const WARM_UP_S = 1

/**
 * autocannon run twice, one server after the other, and autocannon-compare on the two results, as its README shows: `aWins` is
 * its own decision, which asks for a difference in throughput that is significant and larger than 5 %.
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
