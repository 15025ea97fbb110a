import { relative, sep } from 'node:path'
import { ROOT } from '@hotpath-labs/project'

/** @typedef {import('./log.js').Place} Place @typedef {import('./log.js').Fn} Fn */

/**
 * Whether something stands in the lab itself, and not in a dependency, in Node or in what drives the lab.
 *
 * @param {import('hotpath/lab').Lab} lab
 * @returns {(place: Place | undefined) => boolean}
 */
export function ownOf ({ folder, files }) {
  const variants = new Set(Object.values(files))
  return (place) => place !== undefined && (variants.has(place.file) || (place.file.startsWith(folder + sep) && !place.file.includes(`${sep}node_modules${sep}`)))
}

/** @param {import('hotpath/lab').Lab} lab @param {Place} place @returns {string} such as app.js:3, express/lib/router.js:5, node:net:7 */
export function shortPlace ({ folder }, { file, line }) {
  const afterModules = file.split(`${sep}node_modules${sep}`).pop() ?? file
  const short = file.startsWith(folder + sep) && afterModules === file ? relative(folder, file) : afterModules === file && file.startsWith(ROOT) ? relative(ROOT, file) : afterModules
  return `${short}:${line}`
}

/** @param {{ name: string }} fn */
export function nameOf ({ name }) {
  return name || '(anonymous)'
}
