import { HotpathError } from '@hotpath-labs/engine/failures.js'
import { FunctionSubject } from '@hotpath-labs/engine/subjects/function.js'

/**
 * @import { Random } from '@hotpath-labs/engine/stats/random.js'
 * @import { FunctionSettings } from '@hotpath-labs/engine/subjects/function.js'
 */

/** Settings for timing commands. Each run is a fresh process, so the warm-up only fills the system's caches, and a block is one run. */
const SETTINGS = { ...FunctionSubject.SETTINGS, warmUp: { leastCalls: 2, leastMs: 0, mostMs: 200 }, blocks: 4 }

/** Time limit in ms for the answers of many runs. A run that hangs has its own, shorter limit, so a slow machine may take this long. */
const HANGS_AFTER_MS = 60_000

/** Different words of runs: more than a process runs while it is measured. */
const RUNS = 128

/** A command: the time of a run, from the start of its process to the end. */
export class CommandSubject extends FunctionSubject {
  static SETTINGS = SETTINGS

  /** whose hash tells an engine from another @type {unknown[]} */
  static VALUES = [SETTINGS, FunctionSubject.VALUES]

  workerFile = 'command.mjs'
  startsProcesses = true
  hangsAfterMs = HANGS_AFTER_MS
  costName = 'run'
  hasLeadIn = false

  /**
   * @param {object} options
   * @param {(random: Random) => unknown[][]} options.inputs draws the words of some runs
   * @param {Partial<FunctionSettings>} [options.settings] in place of SETTINGS
   * @param {number} [options.mostPairMs] time of all timed blocks of a pair; slow commands get fewer blocks
   */
  constructor ({ inputs, settings, mostPairMs }) {
    super({ inputs: (random) => drawDifferentRuns(inputs, random), settings: { ...SETTINGS, ...settings }, clock: 'wall', mostPairMs })
  }
}

/**
 * Draws the words of many runs. None comes twice, so that a program gains nothing by keeping an answer on disk.
 *
 * @param {(random: Random) => unknown[][]} draw
 * @param {Random} random
 * @returns {unknown[][]}
 */
function drawDifferentRuns (draw, random) {
  /** @type {Map<string, unknown[]>} */
  const runs = new Map()
  for (let draws = 0; runs.size < RUNS; draws++) {
    if (draws === 2 * RUNS) throw new HotpathError('BAD_MANIFEST', `workload.inputs: expected other words at each draw, but ${draws} draws gave only ${runs.size} different runs`)
    for (const words of draw(random)) runs.set(JSON.stringify(words), words)
  }
  return [...runs.values()].slice(0, RUNS)
}
