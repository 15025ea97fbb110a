import { appendFileSync, mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { CannotRun } from 'hotpath/failures'

/**
 * Writes a lab's files into a folder of this run's own.
 *
 * @param {Record<string, Function>} files by name: makes a file's chunks from a seeded generator
 * @param {() => number} random
 * @returns {{ folder: string, write: (random: () => number) => void, remove: () => void }} `write` them anew
 * @throws {CannotRun} where they cannot be written
 */
export function writeFiles (files, random) {
  let folder = ''
  const remove = () => {
    process.off('exit', remove)
    // Windows holds files for a moment after their process has ended
    if (folder) rmSync(folder, { recursive: true, force: true, maxRetries: 20, retryDelay: 50 })
  }
  const write = (/** @type {() => number} */ drawn) => {
    for (const [name, chunks] of Object.entries(files)) {
      const file = join(folder, name)
      rmSync(file, { force: true })
      for (const chunk of chunks(drawn)) appendFileSync(file, chunk)
    }
  }
  // a run that is interrupted leaves nothing behind either
  process.on('exit', remove)
  try {
    folder = mkdtempSync(join(tmpdir(), 'hotpath-files-'))
    write(random)
  } catch (error) {
    remove()
    if (!error.syscall) throw error
    throw new CannotRun('disk', `cannot store ${Object.keys(files).join(', ')}: ${error.message}`, `Free some space in ${tmpdir()}, or set ${process.platform === 'win32' ? 'TEMP' : 'TMPDIR'} to a folder with free space.`)
  }
  return { folder, write, remove }
}
