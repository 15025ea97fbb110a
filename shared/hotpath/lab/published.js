import { existsSync, readFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { pathToFileURL } from 'node:url'
import { HotpathError } from '../failures/index.js'
import { joinWithCommas } from './complaint.js'
import { findNearestName } from './nearest.js'

/** @import { Manifest, Published } from './manifest.js' */

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
