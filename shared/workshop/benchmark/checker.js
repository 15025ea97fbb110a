import { listBenchmarkPairs } from 'hotpath/lab'
import { VariantFailure } from 'hotpath/failures'
import { BenchmarkPairProcess } from './pair-process.js'

/** @import { Lab } from 'hotpath/lab' */
/** @import { Checked } from '../attempt/answer-checker.js' */

/**
 * Seconds that a check tells the benchmark to measure (`seconds`), and the time limit of the check (`limitSeconds`). With 0.25 s, a check
 * usually takes less than a second.
 */
const TIMES = { seconds: 0.25, limitSeconds: 3 }

/** Checks the attendee's benchmark on each save: the benchmark must return a ratio for the first pair of functions. */
export class BenchmarkChecker {
  /** @param {Lab} lab @param {string} file absolute */
  constructor (lab, file) {
    this.lab = lab
    this.file = file
  }

  /** Does nothing, because a benchmark needs no services. */
  async start () {}

  /** @param {AbortSignal} signal @returns {Promise<Checked | undefined>} undefined if aborted */
  async examine (signal) {
    const started = performance.now()
    const one = new BenchmarkPairProcess(this.lab)
    const end = () => { one.stop() }
    signal.addEventListener('abort', end)
    /** @type {Checked['failure']} */
    let failure = null
    try {
      await one.compare(this.file, listBenchmarkPairs(this.lab)[0], TIMES)
    } catch (error) {
      if (!(error instanceof VariantFailure)) throw error
      failure = { variant: error.variant, what: error.what, stderr: error.stderr }
    } finally {
      signal.removeEventListener('abort', end)
      await one.stop()
    }
    return signal.aborted ? undefined : { oracle: null, counters: [], failure, seconds: (performance.now() - started) / 1000 }
  }

  /** Does nothing, because a check of a benchmark leaves no process behind. */
  async rest () {}

  async stop () {}
}
