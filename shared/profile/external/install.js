import { existsSync } from 'node:fs'
import { join } from 'node:path'
import { ROOT } from '@hotpath-labs/project'
import { CannotRun } from 'hotpath/failures'
import { runCommand } from '../command.js'

/** Time limit of an installation in ms; the larger package takes 15 s. */
const TIMEOUT_MS = 180_000

/** true if the installation is complete: npm writes this file last @param {string} folder */
const isComplete = (folder) => existsSync(join(folder, 'node_modules/.package-lock.json'))

/**
 * Installs a package of `tools/` with its own lock file, unless it is already installed.
 *
 * @param {'0x' | 'clinic'} name
 * @param {string} size of the download, for the progress line
 * @param {(text: string) => void} onProgress
 * @returns {Promise<string>} the package's folder
 * @throws {CannotRun} offline
 */
export async function installPackage (name, size, onProgress) {
  const folder = join(ROOT, 'tools', name)
  if (!isComplete(folder)) {
    onProgress(`installing ${name} (${size}), only once`)
    // npm comes with every Node; on Windows it is a script
    const { code, output } = await runCommand(
      'npm',
      ['ci', '--ignore-scripts', '--no-audit', '--no-fund', '--prefer-offline', '--fetch-retries=0', '--loglevel=error'],
      { cwd: folder, timeoutMs: TIMEOUT_MS, shell: process.platform === 'win32' }
    )
    if (code !== 0 || !isComplete(folder)) {
      const reason = output.match(/\b(E[A-Z]{4,}|it took longer .*)\b/)?.[0] ?? (output.split('\n').pop() || 'npm failed')
      throw new CannotRun(
        name,
        `cannot be installed, because npm cannot fetch it (${reason})`,
        'Try again with a network, or use --tool flame, which needs none.'
      )
    }
  }
  return join(folder, 'node_modules', name)
}
