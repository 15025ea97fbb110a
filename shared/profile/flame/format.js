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

/**
 * @param {{ name: string, where: string, hotText: string }} frame
 * @param {string} search words that the frame's name, place or hottest line must all contain
 */
export function frameMatchesSearch ({ name, where, hotText }, search) {
  const text = `${name} ${where} ${hotText}`.toLowerCase()
  return search.toLowerCase().split(/\s+/).every((word) => text.includes(word))
}
