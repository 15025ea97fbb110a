import { existsSync } from 'node:fs'
import { join } from 'node:path'
import { CannotRun } from 'hotpath/failures'
import { finished } from '../command.js'
import { ROOT } from '@hotpath-labs/project'

/** The larger of them takes 15 s. */
const WITHIN_MS = 180_000

/** npm writes it last. */
const whole = (/** @type {string} */ folder) => existsSync(join(folder, 'node_modules/.package-lock.json'))

/**
 * Installs a package that has a folder and a lock file of its own, unless it is there.
 *
 * @param {'0x' | 'clinic'} name
 * @param {string} size what it is to be fetched, for those who wait
 * @param {(text: string) => void} onProgress
 * @returns {Promise<string>} the package's folder
 * @throws {CannotRun} offline
 */
export async function installed (name, size, onProgress) {
  const folder = join(ROOT, 'tools', name)
  if (!whole(folder)) {
    onProgress(`installing ${name} (${size}), only once`)
    // npm is there with every Node; on Windows it is a script
    const { code, said } = await finished('npm', ['ci', '--ignore-scripts', '--no-audit', '--no-fund', '--prefer-offline', '--fetch-retries=0', '--loglevel=error'],
      { cwd: folder, withinMs: WITHIN_MS, shell: process.platform === 'win32' })
    if (code !== 0 || !whole(folder)) {
      const reason = said.match(/\b(E[A-Z]{4,}|it took longer .*)\b/)?.[0] ?? (said.split('\n').pop() || 'npm failed')
      throw new CannotRun(name, `cannot be installed, because npm cannot fetch it (${reason})`, 'Try again with a network, or use --tool flame, which needs none.')
    }
  }
  return join(folder, 'node_modules', name)
}
