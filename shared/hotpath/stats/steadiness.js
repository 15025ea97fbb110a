/** Ratio to the cheapest stretch from which a stretch counts as busy with something else, such as compiling. */
const BUSY = 1.3

/**
 * Detects when a cost has stopped falling. Costs fall in steps, and compiling makes the stretches before a step dearer. A cost is steady
 * if several stretches in a row were no cheaper than the cheapest, and the last stretch was not dear.
 */
export class Steadiness {
  /**
   * @param {object} rule
   * @param {number} rule.falls share of the cheapest cost: a larger fall restarts the count
   * @param {number} rule.stretches in a row that must not be cheaper
   */
  constructor ({ falls, stretches }) {
    this.falls = falls
    this.stretches = stretches
    this.cheapest = Infinity
    this.last = Infinity
    this.inVain = 0
  }

  /** @param {number} cost of an operation in one more stretch, in any unit */
  add (cost) {
    this.inVain = cost < this.cheapest * (1 - this.falls) ? 0 : this.inVain + 1
    this.cheapest = Math.min(this.cheapest, cost)
    this.last = cost
  }

  get isSteady () {
    return this.inVain >= this.stretches && this.last <= this.cheapest * BUSY
  }
}
