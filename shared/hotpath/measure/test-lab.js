import { loadLab } from '../lab/load.js'
import { lockMachine } from './process/lock.js'
import { measureLab } from './run.js'

/** @import { Result } from './run.js' */

/** Time limit of a lab's test in seconds. A slow or noisy machine makes a run longer, but the test checks only the verdict. */
const MOST_SECONDS = 240

/**
 * Measures a lab for its `lab.test.js`.
 *
 * @param {string} folder
 * @returns {Promise<Result>}
 */
export async function testLab (folder) {
  const lab = await loadLab(folder)
  const release = await lockMachine(`the test of ${lab.name}`, () => {})
  try {
    return await measureLab(lab, { seed: 1, seconds: MOST_SECONDS })
  } finally {
    release()
  }
}
