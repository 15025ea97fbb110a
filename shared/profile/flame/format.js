// Formatting for the terminal and the page. This file imports nothing, because its source is copied into the page's script.

const NUMBER = new Intl.NumberFormat('en-US', { maximumSignificantDigits: 3 })

/** @type {Record<string, string>} */
export const CODE_KIND_LABELS = { own: 'lab code', dependency: 'dependency', node: 'Node', v8: 'V8 or native' }

/** @param {number} value */
export function formatNumber (value) {
  return NUMBER.format(value)
}

/** @param {number} us */
export function formatDuration (us) {
  if (us >= 1000) return `${formatNumber(us / 1000)} ms`
  return us >= 1 || us === 0 ? `${formatNumber(us)} µs` : `${formatNumber(us * 1000)} ns`
}

/** @param {number} share 0..1 */
export function formatShare (share) {
  return share > 0 && share < 0.01 ? '<1 %' : `${Math.round(share * 100)} %`
}

/** @param {{ variant: string, label: string }} side @returns {string} the program's name, such as express */
export function formatProgramName ({ variant, label }) {
  return label || variant
}

/** @typedef {{ name: string, where: string, hotText: string }} Searched a frame */

/**
 * Makes a test for the frames that a reader looks for: those whose name and place contain all words. A function that V8 has inlined has no
 * frame, so if no frame is called like that, the words are looked for in the hottest lines too.
 *
 * @param {Searched[]} frames of all programs
 * @param {string} search words
 * @returns {(frame: Searched) => boolean}
 */
export function makeSearchMatcher (frames, search) {
  const words = search.toLowerCase().split(/\s+/)
  const has = (/** @type {string} */ text) => words.every((word) => text.toLowerCase().includes(word))
  const isCalled = (/** @type {Searched} */ { name, where }) => has(`${name} ${where}`)
  return frames.some(isCalled) ? isCalled : ({ name, where, hotText }) => has(`${name} ${where} ${hotText}`)
}

/**
 * @param {Searched[]} frames that match the search, outer ones first
 * @param {string} search words
 * @returns {string} says on whose hottest line the words are; empty if a frame is called like that
 */
export function describeInlinedMatch (frames, search) {
  const isCalled = makeSearchMatcher(frames.map((frame) => ({ ...frame, hotText: '' })), search)
  if (frames.length === 0 || frames.some((frame) => isCalled({ ...frame, hotText: '' }))) return ''
  return `It has no frame of its own: it is on the hottest line of ${frames[0].name}, which takes`
}
