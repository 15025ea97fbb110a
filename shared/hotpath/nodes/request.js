import { coerce, lt, maxSatisfying, minSatisfying, rsort } from 'semver'

/** What can be asked for beside a version's number. */
export const WORDS = ['lts', 'current']

/** The worker runs on Node from here on. */
export const OLDEST = '6.1.0'

/** A line becomes LTS in the last days of this month, of the year in which it came out. */
const OCTOBER = 9
const LAST_DAYS = 28

/** Up to 26 every other major becomes LTS, one a year; from 27 on all do, and the number is the year's. */
const YEARLY_FROM = 27

/** @param {string} text @returns {boolean} whether it asks for a version: 20, 20.11, 20.11.0, v20, lts or current */
export function isRequest (text) {
  return WORDS.includes(text) || /^v?\d{1,5}(\.\d{1,5}){0,2}$/.test(text)
}

/** @param {string} request a number @returns {boolean} whether all that it may mean is older than what can be measured */
export function isTooOld (request) {
  const [major, minor = Infinity] = request.replace(/^v/, '').split('.').map(Number)
  return lt(`${major}.${Math.min(minor, 999)}.0`, OLDEST)
}

/**
 * @param {string} request
 * @param {string[]} versions to choose from
 * @param {Date} [today]
 * @returns {string | undefined} the newest of them that fits
 */
export function newestFor (request, versions, today = new Date()) {
  const range = request === 'current' ? '*' : request === 'lts' ? String(ltsMajor(today)) : request
  return maxSatisfying(versions, range) ?? undefined
}

/** @param {string} request a number @param {string[]} versions @returns {string | undefined} the newest that is older than all that fit, else the oldest */
export function nearestTo (request, versions) {
  const asked = coerce(request)
  return (asked && maxSatisfying(versions, `<${asked}`)) ?? minSatisfying(versions, '*') ?? undefined
}

/** @param {Date} today @returns {number} the newest major that is LTS */
export function ltsMajor (today) {
  const isOut = today.getUTCMonth() > OCTOBER || (today.getUTCMonth() === OCTOBER && today.getUTCDate() >= LAST_DAYS)
  const year = today.getUTCFullYear() - (isOut ? 0 : 1)
  return year - 2000 >= YEARLY_FROM ? year - 2000 : 2 * (year - 2013)
}

/** @param {string[]} versions @returns {string} as a sentence lists them */
export function listed (versions) {
  return versions.length ? rsort([...versions]).join(', ') : 'nothing'
}
