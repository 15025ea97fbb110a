import { createHash } from 'node:crypto'
import { existsSync, readFileSync, readdirSync } from 'node:fs'
import { dirname, join } from 'node:path'

/** What a file loads of its own lab. */
const LOADED = /(?:from|import|require\()\s*['"](\.{1,2}\/[^'"]+)['"]/g

/** Folders of a lab that no variant reads. */
const NOT_READ = ['node_modules', 'curves']

/**
 * @param {import('../lab/find.js').Lab} lab
 * @returns {Record<string, string>} of each variant a hash of its file, of those of the lab that it loads, and of the lab's folders, such as views
 */
export function sourcesOf ({ folder, files }) {
  const shared = readdirSync(folder, { withFileTypes: true })
    .filter((entry) => entry.isDirectory() && !NOT_READ.includes(entry.name))
    .flatMap(({ name }) => readdirSync(join(folder, name), { recursive: true, withFileTypes: true }).filter((entry) => entry.isFile()).map((entry) => join(entry.parentPath, entry.name)))
  return Object.fromEntries(Object.entries(files).map(([variant, file]) => {
    const hash = createHash('sha256')
    // by line ends that no checkout changes
    for (const one of [...loadedBy(file), ...shared].sort()) hash.update(readFileSync(one, 'utf8').replaceAll('\r\n', '\n'))
    return [variant, hash.digest('hex').slice(0, 16)]
  }))
}

/** @param {string} file @param {Set<string>} [seen] @returns {Set<string>} it, and what it loads of its lab */
function loadedBy (file, seen = new Set()) {
  if (seen.has(file) || !existsSync(file)) return seen
  seen.add(file)
  for (const [, path] of readFileSync(file, 'utf8').matchAll(LOADED)) loadedBy(join(dirname(file), path), seen)
  return seen
}
