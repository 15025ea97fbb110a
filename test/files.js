import { readdirSync } from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'

/** The project's folder. */
export const ROOT = fileURLToPath(new URL('..', import.meta.url))

/** Folders that hold tests. A template's test runs in the labs that are made from it. */
const FOLDERS = ['shared', 'labs', 'scripts', 'docs', 'test']

/** Folders whose files are nobody's tests: packages, built pages, and labs that tests only measure. */
const SKIPPED = ['node_modules', '.vitepress', 'fixtures']

/**
 * @param {string[]} [folders] relative to the project's
 * @returns {string[]} the files in them, relative likewise, with slashes on every system
 */
export function projectFiles (folders = FOLDERS) {
  return folders.flatMap((folder) => readdirSync(join(ROOT, folder), { withFileTypes: true }).flatMap((entry) => {
    const path = `${folder}/${entry.name}`
    if (!entry.isDirectory()) return [path]
    return SKIPPED.includes(entry.name) ? [] : projectFiles([path])
  }))
}
