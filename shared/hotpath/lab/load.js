import { existsSync } from 'node:fs'
import { basename, join } from 'node:path'
import { fileURLToPath, pathToFileURL } from 'node:url'
import { checkExerciseFiles } from './exercise.js'
import { HotpathError } from '../failures/index.js'
import { readHints } from './hints.js'
import { resolvePublishedFigures } from './published.js'
/** @import { Hint } from './hints.js' */
/** @import { Manifest } from './manifest.js' */

/**
 * @typedef {object} Lab
 * @property {string} name of its folder
 * @property {string} folder absolute
 * @property {Manifest} manifest
 * @property {Record<string, string>} files absolute path of every variant, and of `limit` if the lab has one
 * @property {Hint[]} hints of its hints.md, from vague to precise
 */

/**
 * Loads a lab: its manifest, the files of its variants, and its hints.
 *
 * @param {string} folder
 * @returns {Promise<Lab>}
 * @throws {HotpathError} if the manifest is wrong or a variant's file is missing
 */
export async function loadLab (folder) {
  const name = basename(folder)
  const { default: manifest } = await import(pathToFileURL(join(folder, 'lab.js')).href).catch((error) => {
    throw new HotpathError('BAD_MANIFEST', `lab ${name}: ${error instanceof HotpathError ? error.message : explainMovedImport(error) ?? `lab.js does not load: ${error.message}`}`)
  })
  if (!manifest?.variants) throw new HotpathError('BAD_MANIFEST', `lab ${name}: expected lab.js to export defineLab({ … }) as its default`)

  const extension = manifest.kind === 'function' ? '.cjs' : '.js'
  const variants = [...Object.keys(manifest.variants), ...(manifest.limit ? ['limit'] : [])]
  const files = Object.fromEntries(variants.map((variant) => [variant, join(folder, variant + extension)]))
  for (const [variant, file] of Object.entries(files)) {
    if (!existsSync(file)) throw new HotpathError('BAD_MANIFEST', `lab ${name}: variants.${variant}: expected the file ${basename(file)} next to lab.js, but there is none`)
  }
  const resolved = await resolvePublishedFigures(manifest, folder).catch((error) => {
    throw new HotpathError('BAD_MANIFEST', `lab ${name}: ${error.message}`)
  })
  const lab = { name, folder, manifest: resolved, files, hints: readHints(folder) }
  checkExerciseFiles(lab)
  return lab
}

/** Pattern for import paths in labs that were written before the project was split into packages. */
const MOVED = /shared\/(?:(lab\/define)|(measure\/\w[\w-]*)|(report\/\w[\w-]*))\.js/

/** @param {Error & { code?: string }} error @returns {string | undefined} the new import, if the lab uses an old path */
function explainMovedImport ({ code, message }) {
  const [path, inLab, inMeasure] = (code === 'ERR_MODULE_NOT_FOUND' && message.match(MOVED)) || []
  if (!path) return
  const door = `hotpath/${inLab ? 'lab' : inMeasure ? 'measure' : 'report'}`
  const folder = fileURLToPath(new URL('..', import.meta.url))
  return `lab.js imports ${path}, which has moved: import from '${door}', and in the lab's folder type: npx -y pnpm@12 add -D "hotpath@link:${folder}"`
}
