import { startChild } from './child.js'
import { downloadFolder } from './mongod.js'
import { MongoUnavailable } from './unavailable.js'

/**
 * Has mongodb-memory-server fetch a mongod. In a process of its own, because it writes its progress to stdout.
 *
 * @param {object} [options]
 * @param {NodeJS.ProcessEnv} [options.env]
 * @param {(text: string) => void} [options.onProgress]
 * @returns {Promise<string>} the file
 * @throws {MongoUnavailable} when the network refuses
 */
export async function downloadMongod ({ env = process.env, onProgress } = {}) {
  try {
    const { ready } = await startChild(new URL('./download-process.js', import.meta.url), {
      args: [downloadFolder(env)], env, onOutput: onProgress,
    })
    return ready.file
  } catch (error) {
    throw new MongoUnavailable('no mongod could be downloaded', error.message.split('\n')[0].replace(/\.$/, ''),
      'Labs run without it, on the embedded server. For a real MongoDB, type `docker compose up -d --wait`, ' +
      'or install MongoDB and put `mongod` on the PATH')
  }
}
