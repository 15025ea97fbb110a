import { cpSync, mkdirSync, readdirSync, symlinkSync } from 'node:fs'
import { join } from 'node:path'
import { ROOT } from '@hotpath-labs/project'

/** The scope of this project's own packages. */
const SCOPE = '@hotpath-labs'

/**
 * Copies a part of the project, whose packages find those of the copy, and everybody else's where they are.
 *
 * @param {string} to a folder, which need not be there
 * @param {string[]} parts files and folders of the project; shared is one of them
 * @param {(file: string) => boolean} [filter] which files
 */
export function copyProject (to, parts, filter) {
  // links between packages are relative, and stay so
  for (const part of parts) cpSync(join(ROOT, part), join(to, part), { recursive: true, verbatimSymlinks: true, filter })
  const modules = join(to, 'node_modules')
  mkdirSync(join(modules, SCOPE), { recursive: true })
  for (const name of readdirSync(join(ROOT, 'node_modules'))) {
    if (name !== SCOPE && name !== 'hotpath') symlinkSync(join(ROOT, 'node_modules', name), join(modules, name), 'junction')
  }
  for (const name of readdirSync(join(ROOT, 'shared'))) symlinkSync(join(to, 'shared', name), name === 'hotpath' ? join(modules, name) : join(modules, SCOPE, name), 'junction')
}
