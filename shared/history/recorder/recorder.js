/**
 * Adds measured pairs of processes to a record, until the record has enough pairs or the time is over.
 *
 * @template P
 * @template {{ pairs: P[] }} T
 */
export class PairRecorder {
  #options
  #startedMs = performance.now()
  #lastMs = this.#startedMs
  #longestMs = 0

  /**
   * @param {T} record new, or begun before
   * @param {object} options
   * @param {number} options.pairs in all
   * @param {number} [options.fewest] pairs, even if the time is up
   * @param {number} [options.timeSeconds] no pair begins that would end later, if it takes as long as the longest
   * @param {(record: T) => void} [options.onPair] called with the complete pairs
   */
  constructor (record, { pairs, fewest = pairs, timeSeconds = Infinity, onPair = () => {} }) {
    this.record = record
    this.#options = { pairs, fewest, timeSeconds, onPair }
  }

  get missing () {
    return Math.max(0, this.#options.pairs - this.record.pairs.length)
  }

  get isComplete () {
    const isLate = (performance.now() - this.#startedMs + this.#longestMs) / 1000 >= this.#options.timeSeconds
    return this.missing === 0 || (isLate && this.record.pairs.length >= this.#options.fewest)
  }

  /** @param {P} pair */
  add (pair) {
    const now = performance.now()
    this.#longestMs = Math.max(this.#longestMs, now - this.#lastMs)
    this.#lastMs = now
    this.record = { ...this.record, pairs: [...this.record.pairs, pair] }
    this.#options.onPair(this.record)
  }
}
