import { satisfies } from 'semver'

/** @import { Manifest } from './manifest.js' */

/**
 * Finds the frame that a reader of a lab's flame graph looks for. The frame may depend on the version of Node.
 *
 * @param {Pick<Manifest, 'hotFrame'>} manifest
 * @param {number} nodeMajor version of the Node that was profiled
 * @returns {{ search: string, says: string } | undefined}
 */
export function findHotFrame ({ hotFrame = [] }, nodeMajor) {
  return [hotFrame].flat().find(({ node }) => !node || satisfies(`${nodeMajor}.0.0`, node))
}
