/**
 * @typedef {object} Phrasing how a sentence says what a metric measures; each fits between the names of two variants
 * @property {string} more of a side that costs more
 * @property {string} same of two that cost the same
 * @property {(times: string) => string} times of a side that costs so many times as much
 */

/** @type {Record<string, Phrasing>} where a sentence begins with the dearer variant */
const OF_VARIANTS = {
  time: { more: 'takes longer than', same: 'takes as long as', times: (n) => `takes ${n} as long as` },
  cpu: { more: 'needs more CPU per request than', same: 'needs as much CPU per request as', times: (n) => `needs ${n} as much CPU per request as` },
  p50: { more: 'takes longer to answer than', same: 'takes as long to answer as', times: (n) => `takes ${n} as long to answer as` },
  p99: { more: 'takes longer for its slowest 1 % of answers than', same: 'takes as long for its slowest 1 % of answers as', times: (n) => `takes ${n} as long for its slowest 1 % of answers as` },
  stall: { more: 'blocks the event loop for longer than', same: 'blocks the event loop for as long as', times: (n) => `blocks the event loop for ${n} as long as` },
  heap: { more: 'leaves more memory behind per request than', same: 'leaves as much memory behind per request as', times: (n) => `leaves ${n} as much memory behind per request as` },
}

/** @type {Record<string, string>} where a sentence begins with the requests that wait */
const OF_REQUESTS = { p50: '', p99: 'the slowest 1 % of ' }

/**
 * @typedef {object} SideNames what a claim compares, in words
 * @property {string} metric
 * @property {{ base: string, against: string }} names of the variants
 * @property {{ base: string | null, against: string | null }} requests that they answer, where these have a name
 */

/**
 * Says what two variants cost: more, the same, or so many times as much.
 *
 * @param {SideNames} sides
 * @param {'more' | 'same' | string} degree `more`, `same`, or a number of times such as `about 8×`
 * @param {{ isReversed?: boolean }} [order] begin with the side that should be cheaper
 * @returns {string} a sentence without capital and full stop, such as: express needs about 8× as much CPU per request as fastify
 */
export function phrase ({ metric, names, requests }, degree, { isReversed = false } = {}) {
  const [first, second] = isReversed ? /** @type {const} */ (['against', 'base']) : /** @type {const} */ (['base', 'against'])
  if (names.base === names.against && requests.base !== requests.against) {
    return sentence(`${requests[first] ?? 'a request'} with ${names[first]}`, requests[second] ?? 'a request', OF_VARIANTS[metric], degree)
  }
  const waiting = requests.base
  if (!waiting || waiting !== requests.against || !(metric in OF_REQUESTS)) return sentence(names[first], names[second], OF_VARIANTS[metric], degree)
  const how = degree === 'more' ? 'longer' : degree === 'same' ? 'as long' : `${degree} as long`
  return `${OF_REQUESTS[metric]}${waiting} take ${how} with ${names[first]} ${degree === 'more' ? 'than' : 'as'} with ${names[second]}`
}

/**
 * Says what a claim claims, whatever comes of it.
 *
 * @param {SideNames} sides
 * @param {object} claim as a lab.js has it
 * @returns {string} such as: express needs more CPU per request than fastify
 */
export function claimPhrase (sides, claim) {
  if ('same' in claim) return phrase(sides, 'same')
  // a ratio below 1 says how much dearer the second side may be
  const floor = 'floor' in claim ? Number(claim.floor) : 1
  return floor < 1 ? phrase(sides, `at most ${Number((1 / floor).toPrecision(3))}×`, { isReversed: true }) : phrase(sides, 'more')
}

/** @param {string} one @param {string} other @param {Phrasing} words @param {string} degree */
function sentence (one, other, words, degree) {
  return `${one} ${degree === 'more' ? words.more : degree === 'same' ? words.same : words.times(degree)} ${other}`
}
