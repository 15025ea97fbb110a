/** A stretch this much dearer than the cheapest so far pays for something else, such as compiling. */
const BUSY = 1.3

/**
 * Whether a cost that is read stretch after stretch has stopped falling. It falls in steps, each with a stretch or two before it in which
 * compiling makes it dearer: so it is steady when some stretches in a row have brought nothing, and the last of them is none of those.
 */
export class Steadiness {
  /**
   * @param {object} rule
   * @param {number} rule.falls by this share of the cheapest, and it was still falling
   * @param {number} rule.stretches in a row that must bring nothing
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
