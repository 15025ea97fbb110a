import { loadLab } from '../lab/load.js'
import { lockMachine } from './process/lock.js'
import { measureLab } from './run.js'

/** @import { Result } from './run.js' */

/** A lab's test takes longer than its median only in noise; its verdict is what counts. */
const MOST_SECONDS = 75

/**
 * Measures the lab that a `lab.test.js` stands beside.
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
