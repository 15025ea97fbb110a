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

/** @typedef {[number, number]} Interval at 95 %, or a range over several machines */

/**
 * Rounds a ratio to the digits that its interval justifies: 7.91 becomes 8 with [6.74, 9.29], and 1.29 becomes 1.3 with [1.05, 1.59].
 *
 * @param {number} ratio
 * @param {Interval} [interval] without ends for one pair
 * @returns {string} such as 8, 1.3 or 530
 */
export function roundRatio (ratio, interval = [NaN, NaN]) {
  // Remove zeros at the end: 2.0 becomes 2.
  return formatToUnit(ratio, findUnit(ratio, interval, LARGEST_CHANGE)).replace(/\.0+$/, '')
}

/**
 * @param {number} ratio
 * @param {Interval} [interval]
 * @returns {string} such as about 8×
 */
export function formatApproximateRatio (ratio, interval) {
  return `about ${roundRatio(ratio, interval)}×`
}

/**
 * Writes an interval with two digits, or with more if it is narrow. An end near 1 has two decimals, so that its side of 1 is seen.
 *
 * @param {Interval} interval
 * @returns {string} such as 6.7 to 9.3×; empty for one pair
 */
export function formatInterval (interval) {
  const [low, high] = interval
  if (!isBoundedInterval(interval)) return ''
  const unitOfTwoDigits = Math.max(FINEST, 10 ** (Math.floor(Math.log10(high)) - 1))
  const unit = Math.min(findUnit(Math.sqrt(low * high), interval, LARGEST_CHANGE_OF_END), unitOfTwoDigits)
  const format = (/** @type {number} */ end) => {
    // ends that are far apart have two digits each
    const own = high > FAR_APART * low ? Math.max(unit, 10 ** (Math.floor(Math.log10(end)) - 1)) : unit
    // an end that would read 1.0, but is not 1, tells its side
    return formatToUnit(end, Number(formatToUnit(end, own)) === 1 ? FINEST : own)
  }
  return `${format(low)} to ${format(high)}×`
}

/**
 * Writes the range between two ratios, for a table.
 *
 * @param {Interval} range
 * @returns {string} such as 6–9×, or 1.0× if both ends read the same
 */
export function formatRange ([low, high]) {
  const unit = findUnit(Math.sqrt(low * high), [low, high], LARGEST_CHANGE_OF_END)
  const ends = [low, high].map((end) => formatToUnit(end, unit))
  const [from, to] = ends.every((end) => /\.0+$/.test(end)) ? ends.map((end) => end.replace(/\.0+$/, '')) : ends
  return from === to ? `${from}×` : `${from}–${to}×`
}

/** @param {Interval} interval @returns {boolean} false for the interval of one pair */
export function isBoundedInterval ([low, high]) {
  return low > 0 && Number.isFinite(high)
}

/** Largest change that rounding may make to a ratio, as a share. With 0.1, 6.5 became 7, which contradicted the bars in the same report. */
const LARGEST_CHANGE = 0.05

/** Largest change that rounding may make to an end of an interval, as a share: 170 never becomes 200. */
const LARGEST_CHANGE_OF_END = 0.1

/** Ratio of the ends of an interval that says little. */
const FAR_APART = 10

/** Smallest unit to which ratios are rounded, because smaller differences are noise. */
const FINEST = 0.01

/**
 * Finds the unit to which a ratio is rounded, such as 0.1 for an interval from 1.05 to 1.59. A wider interval gives a larger
 * unit.
 *
 * @param {number} ratio
 * @param {Interval} interval
 * @param {number} largestChange by rounding, as a share
 * @returns {number} such as 0.1
 */
function findUnit (ratio, interval, largestChange) {
  const [low, high] = interval
  // Without an interval (only one pair of processes was measured), show one digit. If both ends are equal (only one run), show two digits.
  const half = !isBoundedInterval(interval) ? ratio / 2 : low === high ? ratio / 20 : (high - low) / 2
  let unit = 10 ** Math.floor(Math.log10(half))
  while (unit > FINEST && Math.abs(Math.round(ratio / unit) * unit / ratio - 1) > largestChange) unit /= 10
  return Math.max(FINEST, unit)
}

/** Rounds a value to a multiple of a unit. @param {number} value @param {number} unit a power of ten @returns {string} */
function formatToUnit (value, unit) {
  // Keep one digit of a ratio that would be rounded to 0.
  if (value < unit / 2) return String(Number(value.toPrecision(1)))
  const digits = Math.max(0, -Math.round(Math.log10(unit)))
  return digits ? value.toFixed(digits) : (Math.round(value / unit) * unit).toLocaleString('en-US')
}
