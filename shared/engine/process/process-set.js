import { shuffle } from '../stats/random.js'
import { settleAllOrThrow } from '../settle-all-or-throw.js'
import { listSides } from '../measure.js'
import { startCpuTimeAudit } from './cpu-audit.js'
import { MeasuredProcess } from './measured-process.js'

/**
 * @import { FiguresBySide } from '../figures.js'
 * @import { Pair } from '../measure.js'
 * @import { Question } from '../evidence.js'
 * @import { Random } from '../stats/random.js'
 * @import { PairSubject, Session } from '../session.js'
 */

/**
 * Largest number of random bytes added to a process's environment to shift its stack: one memory page, because larger shifts repeat the
 * stack's positions within a page.
 */
export const MOST_PADDING = 4096

/**
 * A set of processes, with one fresh process for each variant.
 *
 * @implements {Pair}
 */
export class ProcessSet {
  /**
   * Starts the processes in random order, because the first process finds colder CPU caches.
   *
   * @param {string[]} variants
   * @param {object} how
   * @param {Record<string, string>} how.files
   * @param {PairSubject} how.subject
   * @param {Record<string, string[]>} how.flags by variant, in addition to the subject's
   * @param {string[]} [how.allFlags] of each variant, unless it is a process of its own, which its worker gives them
   * @param {string} how.node
   * @param {Random} how.random
   * @param {Record<string, string>} [how.env]
   * @param {number} [how.hangsAfterMs]
   * @param {number} [how.patientForMs]
   * @param {string[]} [how.printing] variants whose output is counted
   */
  constructor (variants, { files, subject, flags, allFlags = [], node, random, env, hangsAfterMs, patientForMs, printing = [] }) {
    this.subject = subject
    const limit = subject.hangsAfterMs ? Math.max(subject.hangsAfterMs, hangsAfterMs ?? 0) : hangsAfterMs
    /** @type {Map<string, MeasuredProcess>} */
    this.processes = new Map(shuffle(variants.length, random).map((index) => {
      const variant = variants[index]
      const { nodeFlags, workerFile: worker, startsProcesses } = subject
      const given = [...nodeFlags, ...startsProcesses ? [] : allFlags, ...flags[variant] ?? []]
      const own = { variant, worker, startsProcesses, flags: given, padding: random.int(0, MOST_PADDING) }
      const stdout = printing.includes(variant) ? 'pipe' : 'ignore'
      return [variant, new MeasuredProcess({ ...own, stdout, node, env, hangsAfterMs: limit, patientForMs })]
    }))
    /** resolves to the version of Node when all have loaded their file */
    this.ready = this.#load(files)
    // prevents an unhandled rejection, because a set of processes that is never used may fail silently
    this.ready.catch(() => {})
  }

  /** Lines that each variant has printed. */
  get printed () {
    return Object.fromEntries([...this.processes].map(([variant, { printed }]) => [variant, printed.lines]))
  }

  /** @param {Session} session @param {Question[]} questions @returns {Promise<FiguresBySide>} */
  async measure (session, questions) {
    const all = [...this.processes.values()]
    // unpins the processes: if they started while the previous pair was timed, they were kept off that pair's CPU
    await session.affinity.unpin(all)
    const audits = await settleAllOrThrow(all.map(startCpuTimeAudit))
    const figures = await this.subject.measure(session, this.processes, listSides(questions))
    await settleAllOrThrow(audits.map((end) => end()))
    return figures
  }

  async stop () {
    await Promise.all([...this.processes.values()].map((measured) => measured.stop()))
  }

  /** @param {Record<string, string>} files @returns {Promise<string>} */
  async #load (files) {
    const nodes = await settleAllOrThrow([...this.processes].map(([variant, measured]) => measured.load(files[variant])))
    return nodes[0]
  }
}
