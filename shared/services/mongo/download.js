import { CannotRun } from '@hotpath-labs/engine/failures.js'
import { startChildProcess } from './child.js'
import { findMongodDownloadFolder } from './mongod.js'

/**
 * Downloads a mongod with mongodb-memory-server. Uses a child process, because the library writes its progress to stdout.
 *
 * @param {{ env?: NodeJS.ProcessEnv, onProgress?: (text: string) => void }} [options]
 * @returns {Promise<string>} the file
 * @throws {CannotRun} when the network refuses
 */
export async function downloadMongod ({ env = process.env, onProgress } = {}) {
  try {
    const module = new URL('./download-process.js', import.meta.url)
    const { ready } = await startChildProcess(module, { args: [findMongodDownloadFolder(env)], env, onOutput: onProgress })
    return ready.file
  } catch (error) {
    throw new CannotRun('MONGO_UNAVAILABLE', 'mongod', `cannot be downloaded: ${error.message.split('\n')[0].replace(/\.$/, '')}`,
      'Labs run without a mongod, on the embedded server. For a real MongoDB, type `docker compose up -d --wait`, ' +
      'or install MongoDB and put `mongod` on the PATH')
  }
}
