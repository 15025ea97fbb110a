/** Leading digits of the numbers on a logarithmic axis, in order of preference: the roundest first. */
const DIGITS = [1, 2, 5, 3, 7, 1.5, 8, 1.2]

/** Leading digits from 1.0 to 9.9, for an axis on which fewer than two of the rounder numbers have room. */
const FINE_DIGITS = Array.from({ length: 90 }, (_, index) => (index + 10) / 10)

/** Smallest margin at each end of a logarithmic axis, as a factor: 1.08 leaves 8 % beyond the highest value. */
const LEAST_MARGIN = 1.08

/**
 * Finds both ends of a logarithmic axis, with some space beyond the lowest and the highest value.
 *
 * @param {number[]} values above 0
 * @param {number} [leastSpan] highest end over lowest end, at least
 * @returns {[number, number]}
 */
export function widenLogarithmicRange (values, leastSpan = 1) {
  const [low, high] = [Math.min(...values), Math.max(...values)]
  const margin = Math.max(LEAST_MARGIN, (high / low) ** 0.06, Math.sqrt(leastSpan * low / high))
  return [low / margin, high * margin]
}

/**
 * Chooses which values on a logarithmic axis get a label: round numbers that are far enough apart.
 *
 * @param {number[]} ends lowest and highest value
 * @param {number} most ticks
 * @returns {number[]}
 */
export function chooseLogarithmicTicks ([low, high], most) {
  const leastGap = Math.log(high / low) / most
  const exponents = []
  for (let exponent = Math.floor(Math.log10(low)); exponent <= Math.log10(high); exponent++) exponents.push(exponent)
  exponents.sort((a, b) => Math.abs(a) - Math.abs(b))
  /** @type {number[]} */
  const ticks = []
  const add = (/** @type {number[]} */ digits) => {
    for (const tick of digits.flatMap((digit) => exponents.map((exponent) => Number(`${digit}e${exponent}`)))) {
      if (tick >= low && tick <= high && ticks.every((other) => Math.abs(Math.log(tick / other)) >= leastGap)) ticks.push(tick)
    }
  }
  add(DIGITS)
  if (ticks.length < 2) add(FINE_DIGITS)
  return ticks.sort((a, b) => a - b)
}

/**
 * @template T
 * @typedef {object} Axis
 * @property {(value: T) => number} at position of a value
 * @property {{ value: T, text: string }[]} ticks
 */

/**
 * Makes a logarithmic axis.
 *
 * @param {[number, number]} ends lowest and highest value, see `widenLogarithmicRange`
 * @param {[number, number]} positions of the ends
 * @param {(value: number) => string} format
 * @param {number} [most] ticks
 * @returns {Axis<number>}
 */
export function makeLogarithmicAxis ([low, high], [from, to], format, most = 5) {
  return {
    at: (value) => from + (to - from) * Math.log(value / low) / Math.log(high / low),
    ticks: chooseLogarithmicTicks([low, high], most).map((value) => ({ value, text: format(value) })),
  }
}

/**
 * Makes a linear axis.
 *
 * @param {[number, number]} ends lowest and highest value
 * @param {[number, number]} positions of the ends
 * @param {(value: number) => string} format
 * @param {number} [most] ticks
 * @returns {Axis<number>}
 */
export function makeLinearAxis ([low, high], [from, to], format, most = 5) {
  const power = 10 ** Math.floor(Math.log10((high - low) / most))
  const step = power * Number([1, 2, 5, 10].find((digit) => digit * power >= (high - low) / most))
  // rounds the labelled values, because multiples of 0.1, for example, have floating-point errors
  const round = (/** @type {number} */ value) => Number(value.toPrecision(12))
  const [first, last] = [Math.ceil(round(low / step)), Math.floor(round(high / step))]
  const ticks = Array.from({ length: last - first + 1 }, (_, index) => round((first + index) * step))
  return {
    at: (value) => from + (to - from) * (value - low) / (high - low),
    ticks: ticks.map((value) => ({ value, text: format(value) })),
  }
}

/**
 * Makes an axis with names, such as versions of Node, at equal distances.
 *
 * @param {string[]} names
 * @param {[number, number]} positions of the ends
 * @param {(name: string) => string} format
 * @param {number} [padding] before the first name and after the last, in distances of two names
 * @returns {Axis<string>}
 */
export function makeAxisOfNames (names, [from, to], format, padding = 0) {
  const step = (to - from) / Math.max(1, names.length - 1 + 2 * padding)
  return { at: (name) => from + step * (padding + names.indexOf(name)), ticks: names.map((value) => ({ value, text: format(value) })) }
}
