import { InvalidArgumentError } from 'commander'

/** @param {string} expected @param {(number: number) => boolean} isValid @param {(text: string) => string} [strip] */
function numberParser (expected, isValid, strip = (text) => text) {
  return (/** @type {string} */ text) => {
    const number = Number(strip(text))
    if (strip(text).trim() === '' || !isValid(number)) throw new InvalidArgumentError(`Expected ${expected}.`)
    return number
  }
}

export const parseSeconds = numberParser('a number of seconds, more than 0 and at most 86400', (seconds) => seconds > 0 && seconds <= 86_400)
export const parseSeed = numberParser('a whole number from 0 to 4294967295', (seed) => Number.isInteger(seed) && seed >= 0 && seed <= 0xffffffff)
export const parseBytes = numberParser('a number of bytes, more than 0', (bytes) => bytes > 0)
export const parseSpeedupFactor = numberParser('a factor from 1 to 1000, such as 1.5', (factor) => factor >= 1 && factor <= 1000)

/** @param {string} text such as 5% @returns {number} such as 0.05 */
export function parseMarginPercentage (text) {
  if (!text.trim().endsWith('%')) throw new InvalidArgumentError('Expected a percentage, such as 5%.')
  return numberParser('a percentage from 1% to 1000%', (percent) => percent >= 1 && percent <= 1000, (all) => all.replace('%', ''))(text) / 100
}

/** @param {string} text @returns {'pass' | 'fail'} */
export function parseUndecidedOption (text) {
  if (text === 'pass' || text === 'fail') return text
  throw new InvalidArgumentError('Expected pass or fail.')
}

/** @param {string} text such as 1/3 @returns {{ index: number, of: number }} */
export function parseShard (text) {
  const [, index, of] = (text.match(/^(\d+)\/(\d+)$/) ?? []).map(Number)
  if (!(index >= 1 && index <= of)) throw new InvalidArgumentError('Expected i/n, such as 1/3 for the first of three parts.')
  return { index, of }
}

/** @param {string} text such as NODE_ENV=production @param {Record<string, string>} earlier @returns {Record<string, string>} */
export function parseVariable (text, earlier) {
  const [, name, value] = text.match(/^([A-Za-z_]\w*)=(.*)$/s) ?? []
  if (!name) throw new InvalidArgumentError('Expected a name and a value, such as NODE_ENV=production.')
  return { ...earlier, [name]: value }
}
