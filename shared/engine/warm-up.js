/** If a series of calls costs more than this multiple of the cheapest series, V8 may be busy, for example compiling. */
const BUSY = 1.3

/** Under load, ends the warm-up when the cost has not fallen by 7 % in two series of requests in a row. A series scatters by 5 to 10 %. */
export const STEADY_UNDER_LOAD = { falls: 0.07, stretches: 2 }

/**
 * Detects when the cost of a call has stopped falling: several series of calls in a row were no cheaper than the cheapest series before.
 * The last series must not be expensive: while a series is expensive, V8 may be compiling, and later calls will be cheaper.
 */
export class SteadinessDetector {
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
