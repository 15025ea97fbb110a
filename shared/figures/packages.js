import { existsSync, readFileSync, readdirSync } from 'node:fs'
import { join } from 'node:path'
import { ROOT } from '@hotpath-labs/lab/project/project.js'

/**
 * @typedef {object} Package of this repository
 * @property {string} name
 * @property {string} folder in the repository
 * @property {string} description
 * @property {Record<string, string>} exports
 * @property {Record<string, string>} dependencies by name
 */

/** @returns {Package[]} those in shared/ */
export function listPackages () {
  return readdirSync(join(ROOT, 'shared')).filter((folder) => existsSync(join(ROOT, 'shared', folder, 'package.json'))).map((folder) => {
    const { name, description, exports, dependencies = {} } = JSON.parse(readFileSync(join(ROOT, 'shared', folder, 'package.json'), 'utf8'))
    return { name, folder: `shared/${folder}`, description, exports, dependencies }
  })
}

/** @param {Package[]} all @returns {(one: Package) => Package[]} what a package needs of them */
function needsIn (all) {
  return ({ dependencies }) => all.filter(({ name }) => Object.hasOwn(dependencies, name))
}

/**
 * @param {Package[]} [all]
 * @returns {string} a Mermaid drawing: an arrow leads to what a package needs, unless it needs that by another one as well
 */
export function renderPackageGraph (all = listPackages()) {
  const needs = needsIn(all)
  const reaches = (/** @type {Package} */ from, /** @type {Package} */ to) => needs(from).some((one) => one === to || reaches(one, to))
  const short = (/** @type {Package} */ { folder }) => folder.replace('shared/', '')
  const arrows = all.flatMap((one) => needs(one).filter((to) => !needs(one).some((other) => other !== to && reaches(other, to))).map((to) => `  ${short(one)} --> ${short(to)}`))
  return ['```mermaid', 'graph TD', ...arrows, '```'].join('\n')
}

/** @param {Package[]} [all] @returns {string} a table of them, those first that need the fewest others */
export function renderPackageTable (all = listPackages()) {
  const needs = needsIn(all)
  const floor = (/** @type {Package} */ one) => Math.max(-1, ...needs(one).map(floor)) + 1
  const rows = [...all].sort((a, b) => floor(a) - floor(b)).map(({ folder, description }) => `| [${folder}](${folder}/README.md) | ${description} |`)
  return ['| package | what is in it |', '|---|---|', ...rows].join('\n')
}
