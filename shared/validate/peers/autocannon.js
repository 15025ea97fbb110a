import { once } from 'node:events'
import autocannon from 'autocannon'
import compare from 'autocannon-compare'
import { startChildScript } from './child.js'

/** @import { Decide } from './worker.js' */

/** Number of connections that load the server, the same as in labs. */
const connections = 100
/** Seconds of load before each measured run, as in fastify's benchmarks. */
const WARM_UP_S = 1

/**
 * Loads one server after the other with autocannon, and compares the results with autocannon-compare, as its README shows.
 * `aWins` is autocannon-compare's decision: a significant difference in throughput above 5 %.
 *
 * @type {Decide}
 */
export default async function ({ files, seconds }) {
  const results = []
  for (const file of files) results.push(await loadServer(file, seconds / 2))
  const { aWins, bWins } = compare(results[0], results[1])
  return aWins ? 'first' : bWins ? 'second' : 'neither'
}

/**
 * Starts a server and loads it with autocannon.
 *
 * @param {string} file
 * @param {number} seconds with the warm-up, at least three
 * @returns {Promise<any>} autocannon's result
 */
async function loadServer (file, seconds) {
  const { child: server, answer: port } = await startChildScript('serve.js', [file])
  const url = `http://127.0.0.1:${port}/`
  await autocannon({ url, connections, duration: WARM_UP_S })
  const result = await autocannon({ url, connections, duration: Math.max(2, Math.round(seconds - WARM_UP_S)) })
  server.disconnect()
  await once(server, 'exit')
  return result
}
