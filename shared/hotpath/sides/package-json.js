import { readFileSync } from 'node:fs'
import { HotpathError } from '@hotpath-labs/engine/failures.js'

/**
 * @typedef {object} PackageJson the fields that hotpath reads
 * @property {string} [name]
 * @property {string} [version]
 * @property {string} [type]
 * @property {string} [main]
 * @property {string} [module]
 * @property {unknown} [exports]
 * @property {Record<string, string>} [dependencies]
 * @property {Record<string, string>} [devDependencies]
 * @property {Record<string, string>} [optionalDependencies]
 * @property {Record<string, string>} [peerDependencies]
 * @property {Record<string, unknown>} [peerDependenciesMeta]
 * @property {Record<string, string>} [patchedDependencies] paths of patches, of bun
 * @property {Record<string, string>} [scripts]
 * @property {string[] & { packages?: string[] }} [workspaces] a list, or an object with one
 * @property {string} [packageManager]
 * @property {unknown} [hotpath]
 */

/**
 * @param {string} file
 * @returns {PackageJson}
 * @throws {HotpathError} if it is not a JSON object
 */
export function readPackageJson (file) {
  try {
    // Some editors on Windows save a byte order mark, which JSON.parse rejects.
    const manifest = JSON.parse(readFileSync(file, 'utf8').replace(/^\uFEFF/, ''))
    if (!(manifest instanceof Object) || Array.isArray(manifest)) throw new Error('it holds no object')
    return manifest
  } catch (error) {
    throw new HotpathError('BAD_PACKAGE_JSON', `${file} cannot be read: ${error.message}. Expected a JSON object. Fix this file, or compare with another revision.`)
  }
}

/** @param {string} file @returns {PackageJson | undefined} undefined for a broken or missing file, such as a template */
export function readOptionalPackageJson (file) {
  try {
    return readPackageJson(file)
  } catch {
    return undefined
  }
}
