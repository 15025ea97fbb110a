import { cpSync, mkdirSync, readdirSync, symlinkSync } from 'node:fs'
import { join } from 'node:path'
import { ROOT } from '@hotpath-labs/project'

/** Npm scope of this project's packages. */
const SCOPE = '@hotpath-labs'

/**
 * Copies parts of the project to a folder. There, each copied package imports the copies of the other packages, and the npm packages that
 * the project has installed.
 *
 * @param {string} to a folder, made if missing
 * @param {string[]} parts files and folders of the project, with shared among them
 * @param {(file: string) => boolean} [filter] which files
 */
export function copyProject (to, parts, filter) {
  // symbolic links are copied verbatim, so that relative links between packages lead into the copy
  for (const part of parts) cpSync(join(ROOT, part), join(to, part), { recursive: true, verbatimSymlinks: true, filter })
  const modules = join(to, 'node_modules')
  mkdirSync(join(modules, SCOPE), { recursive: true })
  for (const name of readdirSync(join(ROOT, 'node_modules'))) {
    if (name !== SCOPE && name !== 'hotpath') symlinkSync(join(ROOT, 'node_modules', name), join(modules, name), 'junction')
  }
  for (const name of readdirSync(join(ROOT, 'shared'))) {
    symlinkSync(join(to, 'shared', name), join(modules, name === 'hotpath' ? '' : SCOPE, name), 'junction')
  }
}
