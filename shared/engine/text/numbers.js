/** @import { Colors } from 'picocolors/types.js' */
/** @param {number} value @returns {string} with commas between thousands, such as 12,500 */
export function groupDigits (value) {
  return value.toLocaleString('en-US')
}

/** @param {number} value @returns {string} three significant digits, never an exponent */
export function formatSignificantDigits (value) {
  if (value >= 100) return groupDigits(Math.round(value))
  return String(Number(value.toPrecision(3)))
}

/** @param {number} ratio @returns {string} with three digits, such as 6.53× */
export function formatMultiple (ratio) {
  return `${formatSignificantDigits(ratio)}×`
}

/** @param {number} bytes @returns {string} */
export function formatMegabytes (bytes) {
  return `${formatSignificantDigits(bytes / 1e6)} MB`
}

/** @param {number} seconds @returns {string} */
export function formatSeconds (seconds) {
  const whole = Math.round(seconds)
  return seconds < 100 ? `${seconds.toFixed(1)} s` : `${Math.floor(whole / 60)} min ${whole % 60} s`
}

/** @param {number} n @param {string} thing @returns {string} such as 1 pair, or 2 pairs */
export function formatCountWithNoun (n, thing) {
  return `${groupDigits(n)} ${thing}${n === 1 ? '' : 's'}`
}

/** @param {number} share @returns {string} such as 18 % */
export function formatPercent (share) {
  return `${formatSignificantDigits(Number((100 * share).toPrecision(2)))} %`
}

/** @param {Colors} paint of picocolors @returns {Record<string, (text: string) => string>} a colour for each verdict */
export const makeVerdictPainters = (paint) => ({ holds: paint.green, broken: paint.red, undecided: paint.yellow, 'cannot run': paint.red })

/** Signs for verdicts, such as ✔ for a claim that holds. */
export const VERDICT_SIGNS = { holds: '✔', broken: '✘', undecided: '?', 'cannot run': '!' }

/**
 * Starts a text with a capital letter, unless its first word is a name in code such as `readFileSync` or `p-limit(100)`.
 *
 * @param {string} text
 */
export function capitalize (text) {
  if (/^[a-z]\S*[A-Z\d(]/.test(text)) return text
  return `${text.slice(0, 1).toUpperCase()}${text.slice(1)}`
}
