import { existsSync, readFileSync } from 'node:fs'
import { join, dirname, basename } from 'node:path'
import { pathToFileURL } from 'node:url'
import { HotpathError } from '@hotpath-labs/engine/failures.js'
import { findNearestName } from '@hotpath-labs/terminal/nearest.js'
import { joinWithCommas } from './manifest-error.js'
import { checkExerciseFiles } from './exercise.js'

/** @import { Manifest, Published } from './manifest.js' */

/** A hint of hints.md: its text, and the exercise step that its heading names. @typedef {{ text: string, step: string | null }} Hint */

/**
 * Reads a lab's hints from hints.md.
 *
 * @param {string} folder of a lab
 * @returns {Hint[]} the numbered paragraphs of its hints.md, from vague to precise; none without that file
 */
export function readHints (folder) {
  const file = join(folder, 'hints.md')
  if (!existsSync(file)) return []
  // Split the text at its headings. Each heading names the exercise step to which the hints below belong, such as: ## kept-string
  const [first, ...sections] = readFileSync(file, 'utf8').split(/^## /m)
  return [{ step: null, text: first }, ...sections.map((section) => ({ step: section.split('\n')[0].trim(), text: section }))]
    .flatMap(({ step, text }) => text.split(/^\d+\. /m).slice(1).map((hint) => ({ step, text: formatHint(hint) })))
}

/** @param {string} hint of Markdown @returns {string} each paragraph in one line; each line of code by itself, after four blanks */
function formatHint (hint) {
  return hint.split(/^ *```(?:js)?$/m).map((part, index) => index % 2
    ? part.replace(/^\n|\s+$/g, '').split('\n').map((line) => `    ${line.replace(/^ {3}/, '')}`).join('\n')
    : part.replace(/\s+/g, ' ').trim()).filter(Boolean).join('\n')
}

/**
 * Replaces each id of a published figure in a manifest by the figure itself. All figures are in one file. The nearest package.json with
 * the entry `"hotpath": { "published": "./file.js" }` names this file.
 *
 * @param {Manifest} manifest
 * @param {string} folder of the lab
 * @returns {Promise<Manifest>}
 * @throws {HotpathError} naming the claim and the id that has no figure
 */
export async function resolvePublishedFigures (manifest, folder) {
  if (!manifest.claims.some(({ published }) => typeof published === 'string')) return manifest
  const figures = await loadFigures(folder)
  const claims = manifest.claims.map((claim) => typeof claim.published === 'string' ? { ...claim, published: findFigure(figures, claim.published, claim.id) } : claim)
  return /** @type {Manifest} */ ({ ...manifest, claims })
}

/** @param {string} folder @returns {Promise<Record<string, Published>>} */
async function loadFigures (folder) {
  for (let above = folder; above !== dirname(above); above = dirname(above)) {
    const file = join(above, 'package.json')
    const module = existsSync(file) && JSON.parse(readFileSync(file, 'utf8')).hotpath?.published
    if (module) return (await import(pathToFileURL(join(above, module)).href)).default
  }
  throw new HotpathError('BAD_MANIFEST', 'published: no package.json above the lab names the file with the published figures. Add "hotpath": { "published": "./file.js" } to a package.json, or replace the id by the figure: { ratio, figures, … }')
}

/** @param {Record<string, Published>} figures @param {string} id @param {string} claim */
function findFigure (figures, id, claim) {
  if (Object.hasOwn(figures, id)) return figures[id]
  const known = Object.keys(figures)
  const near = findNearestName(id, known)
  throw new HotpathError('BAD_MANIFEST', `claim ${claim}: published: there is no published figure ${id}; ${near ? `did you mean ${near}?` : `expected one of ${joinWithCommas(known)}`}`)
}

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
    throw new HotpathError('BAD_MANIFEST', `lab ${name}: ${error instanceof HotpathError ? error.message : `lab.js does not load: ${error.message}`}`)
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
