import { existsSync } from 'node:fs'
import { join } from 'node:path'
import { ROOT } from '@hotpath-labs/project'
import { CannotRun } from 'hotpath/failures'
import { runCommand } from '../command.js'

/** Time limit in ms for installing 0x or clinic. The larger package, clinic, takes 15 s. */
const TIMEOUT_MS = 180_000

/** true if the installation is complete: npm writes this file last @param {string} folder */
const isComplete = (folder) => existsSync(join(folder, 'node_modules/.package-lock.json'))

/**
 * Installs 0x or clinic from the lock file in `tools/0x` or `tools/clinic`, unless the package is already installed.
 *
 * @param {'0x' | 'clinic'} name
 * @param {string} size of the download, for the progress line
 * @param {(text: string) => void} onProgress
 * @returns {Promise<string>} the package's folder
 * @throws {CannotRun} offline
 */
export async function installToolPackage (name, size, onProgress) {
  const folder = join(ROOT, 'tools', name)
  if (!isComplete(folder)) {
    onProgress(`installing ${name} (${size}), only once`)
    // uses a shell on Windows, where npm is a script that only a shell can start
    const { code, output } = await runCommand(
      'npm',
      ['ci', '--ignore-scripts', '--no-audit', '--no-fund', '--prefer-offline', '--fetch-retries=0', '--loglevel=error'],
      { cwd: folder, timeoutMs: TIMEOUT_MS, shell: process.platform === 'win32' }
    )
    if (code !== 0 || !isComplete(folder)) {
      const reason = output.match(/\b(E[A-Z]{4,}|the command took longer .*)\b/)?.[0] ?? (output.split('\n').pop() || 'npm failed')
      throw new CannotRun(
        'TOOL_MISSING',
        name,
        `cannot be installed, because npm cannot fetch the package (${reason})`,
        'Try again when you are online, or use --tool flame, which needs no network.'
      )
    }
  }
  return join(folder, 'node_modules', name)
}
