import { MeasuredProcess, cancelKillOnExit, forkWorker, killOnExit, killProcess } from 'hotpath/measure'
import { VariantFailure } from 'hotpath/failures'
import { formatLabArgument } from '@hotpath-labs/project'
import { ATTEMPT_VARIANT_NAME } from '../attempt/attempt.js'

/** @import { Lab, Pair } from 'hotpath/lab' */

const WORKER = new URL('worker.cjs', import.meta.url)

/**
 * Fresh process in which the attendee's benchmark compares one pair of functions. Leads a process group: processes
 * that the benchmark starts end together with this process.
 */
export class BenchmarkPairProcess {
  /** @param {Lab} lab @param {string} [node] binary */
  constructor (lab, node = process.execPath) {
    this.lab = lab
    this.measured = new MeasuredProcess({
      variant: ATTEMPT_VARIANT_NAME,
      worker: WORKER,
      node,
      padding: 0,
      launch: (file, options) => forkWorker(file, /** @type {any} */ ({ ...options, detached: true })),
      describeTimeout: (_question, seconds) => `did not answer within ${seconds} s`,
    })
    this.group = -Number(this.measured.child.pid)
    if (this.group) killOnExit(this.group)
  }

  /**
   * @param {string} file of the attendee
   * @param {Pair} pair
   * @param {{ seconds: number, limitSeconds: number }} times `seconds`: given to the benchmark
   * @returns {Promise<number>} the ratio that the benchmark returns
   * @throws {VariantFailure}
   */
  async compare (file, { name, files }, { seconds, limitSeconds }) {
    checkExport(await this.measured.ask('load', { file }), this.lab)
    const { type, text } = await this.measured.ask('compare', { files, seconds }, 1000 * limitSeconds)
    const ratio = Number(text)
    if (type === 'number' && ratio > 0 && ratio < Infinity) return ratio
    throw new VariantFailure(ATTEMPT_VARIANT_NAME, `answers ${text} for the pair ${name}: expected a ratio, which is a number above 0`)
  }

  /** Kills the process and the processes that it started, and waits until the process has exited. */
  async stop () {
    if (this.group) killProcess(this.group)
    await this.measured.stop()
    cancelKillOnExit(this.group)
  }
}

/** @param {{ type: string, parameters: number, name: string }} exported @param {Lab} lab @throws {VariantFailure} */
function checkExport ({ type, parameters, name }, lab) {
  const expected = 'expected module.exports to be a function compare (a, b, seconds)'
  if (type !== 'function') throw new VariantFailure(ATTEMPT_VARIANT_NAME, `${expected}, but it is ${type}`)
  if (parameters !== 1) return
  throw new VariantFailure(ATTEMPT_VARIANT_NAME,
    `${expected}, but ${name || 'it'} takes one argument. If the file is from an older version of this exercise, type: pnpm lab ${formatLabArgument(lab)} reset`)
}
