/**
 * @import { FiguresBySide } from '../figures.js'
 * @import { Processes, Session, Subject } from '../session.js'
 * @import { Prior } from '../stats/prior.js'
 */

/**
 * Stands for a function, server or heap in a test or a replay: each pair costs what the caller says, and no process runs.
 *
 * @implements {Subject}
 */
export class FakeSubject {
  nodeFlags = []

  /**
   * @param {(side: string) => Record<string, number[]>} readFigures figures of a side's next pair, with a value for each block
   * @param {Prior} prior the assumed noise
   */
  constructor (readFigures, prior) {
    this.readFigures = readFigures
    this.prior = prior
  }

  findPrior () {
    return this.prior
  }

  /** @param {Session} session @param {Processes} processes @param {string[]} sides @returns {Promise<FiguresBySide>} */
  async measure (session, processes, sides) {
    session.onFirstBlock()
    return new Map(sides.map((side) => [side, this.readFigures(side)]))
  }
}
