import { inverted, meet, rangeTimes, twoAges } from 'hotpath/report'

/** The Node of which tables speak where they have room for one: the newest with long-term support. */
export const LTS = 26

/** @typedef {import('./recorded.js').RecordedClaim} RecordedClaim @typedef {Pick<RecordedClaim, 'early' | 'steady'> & { claim?: RecordedClaim['claim'] }} Recorded */

/**
 * @typedef {object} Figure of a claim on one Node
 * @property {string} text such as 6–9×, or 18× at first, 6–9× once warm
 * @property {[number, number]} range the steady one, over the machines on record; that of the recorded runs where no curve is
 */

/**
 * The one figure for a claim on one Node, with a sentence where the ratio is another one at first.
 *
 * @param {Recorded} recorded
 * @param {number} node major version
 * @returns {Figure | undefined} none where nothing is on record
 */
export function figureAt ({ claim, early, steady }, node) {
  // such a claim says how much dearer its second side may be
  const isReversed = claim !== undefined && 'floor' in claim && claim.floor < 1
  const facing = (/** @type {{ ratio: number, interval: [number, number] }} */ { ratio, interval }) => isReversed ? { ratio: 1 / ratio, interval: inverted(interval) } : { ratio, interval }
  const [reading] = early.flatMap((one) => one.node === node ? [facing(one)] : [])
  const curves = steady.flatMap((one) => one.node === node && !one.steady.stale ? [facing(one.steady)] : [])
  if (curves.length === 0) {
    if (!reading) return
    return { range: reading.interval, text: rangeTimes(reading.interval) }
  }
  /** @type {[number, number]} */
  const range = [Math.min(...curves.map(({ interval }) => interval[0])), Math.max(...curves.map(({ interval }) => interval[1]))]
  if (!reading || meet(reading.interval, range)) return { range, text: rangeTimes(range) }
  return { range, text: twoAges(reading, { interval: range }) }
}

/** @param {Recorded} recorded @returns {(Figure & { node: number })[]} on every Node that is on record, the oldest first */
export function figuresOf (recorded) {
  const nodes = [...new Set([...recorded.early, ...recorded.steady].map(({ node }) => node))].sort((a, b) => a - b)
  return nodes.flatMap((node) => {
    const figure = figureAt(recorded, node)
    return figure ? [{ node, ...figure }] : []
  })
}
