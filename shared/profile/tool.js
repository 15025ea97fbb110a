import { join } from 'node:path'
import { ATTEMPT_VARIANT_NAME } from '@hotpath-labs/lab/plans.js'

/**
 * @import { LabPlan } from '@hotpath-labs/lab/plans.js'
 */

/**
 * @typedef {object} Context
 * @property {LabPlan} plan of the programs that can be profiled
 * @property {string[]} variants to profile, the slow one first
 * @property {string} node binary
 * @property {number} nodeMajor the binary's version
 * @property {number} seed
 * @property {string} folder absolute; the folder exists and takes all files of a tool
 * @property {number} [width] of the terminal in columns
 * @property {(text: string) => void} onProgress
 *
 * @typedef {object} Tool
 * @property {(context: Context) => string | undefined} [cannot] one line: why the tool does not work here, and another tool that does
 * @property {(context: Context) => Promise<Profile>} run
 *
 * @typedef {object} Profile
 * @property {string} [page] absolute path of the HTML to open
 * @property {string[]} files written, absolute
 * @property {string[]} lines for the terminal
 * @property {Failure} [failure] of the first variant that died; its profile until then is written
 *
 * @typedef {import('@hotpath-labs/lab/report/result-schema.js').Failure} Failure
 */

/** @param {string} variant @returns {string} its name on screens: the attendee's file is called yours everywhere */
export const nameVariant = (variant) => variant === ATTEMPT_VARIANT_NAME ? 'yours' : variant

/**
 * @param {Context} context
 * @param {string} tool
 * @returns {string} path of the tool's page; a single variant has a page of its own, and so has an attendee's file beside slow: the stage
 *   shows the page of slow and fast
 */
export function buildPagePath ({ folder, variants }, tool) {
  const own = variants.includes(ATTEMPT_VARIANT_NAME) ? ATTEMPT_VARIANT_NAME : variants.length > 1 ? '' : variants[0]
  return join(folder, own ? `${tool}-${own}.html` : `${tool}.html`)
}

/**
 * @param {string} tool as people type the name
 * @param {number} oldest version of Node
 * @returns {(context: Context) => string | undefined}
 */
export function createNodeVersionCheck (tool, oldest) {
  return ({ nodeMajor }) => nodeMajor < oldest
    ? `${tool} needs Node ${oldest} or newer, and this is Node ${nodeMajor}. Leave --node out, or use --tool prof.`
    : undefined
}
