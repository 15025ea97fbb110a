import { coerce, lt, maxSatisfying, minSatisfying, rsort } from 'semver'

/** Words that a user may type instead of the number of a Node version. */
export const NODE_VERSION_ALIASES = ['lts', 'current']

/** Oldest version of Node that can run a measured process (shared/hotpath/worker). */
export const OLDEST_NODE_VERSION = '6.1.0'

/** Month (counted from 0) and day by which a new major version of Node has become LTS: late October of its release year. */
const OCTOBER = 9
const LAST_DAYS = 28

/** First major version of Node's yearly releases. From this version on, every major version becomes LTS; before, only even ones do. */
const YEARLY_FROM = 27

/** @param {string} text @returns {boolean} true for a version: 20, 20.11, 20.11.0, v20, lts or current */
export function isVersionRequest (text) {
  return NODE_VERSION_ALIASES.includes(text) || /^v?\d{1,5}(\.\d{1,5}){0,2}$/.test(text)
}

/** @param {string} request a number @returns {boolean} true if all versions that it matches are older than OLDEST */
export function isNodeTooOld (request) {
  const [major, minor = Infinity] = request.replace(/^v/, '').split('.').map(Number)
  return lt(`${major}.${Math.min(minor, 999)}.0`, OLDEST_NODE_VERSION)
}

/**
 * @param {string} request
 * @param {string[]} versions to choose from
 * @param {Date} [today]
 * @returns {string | undefined} the newest that fits
 */
export function findNewestMatchingVersion (request, versions, today = new Date()) {
  const range = request === 'current' ? '*' : request === 'lts' ? String(findNewestLtsMajor(today)) : request
  return maxSatisfying(versions, range) ?? undefined
}

/**
 * @param {string} request a number
 * @param {string[]} versions
 * @returns {string | undefined} the newest older version, else the oldest one
 */
export function findNearestVersion (request, versions) {
  const asked = coerce(request)
  return (asked && maxSatisfying(versions, `<${asked}`)) ?? minSatisfying(versions, '*') ?? undefined
}

/** @param {Date} today @returns {number} the newest LTS major */
export function findNewestLtsMajor (today) {
  const isOut = today.getUTCMonth() > OCTOBER || (today.getUTCMonth() === OCTOBER && today.getUTCDate() >= LAST_DAYS)
  const year = today.getUTCFullYear() - (isOut ? 0 : 1)
  return year - 2000 >= YEARLY_FROM ? year - 2000 : 2 * (year - 2013)
}

/** @param {string[]} versions @returns {string} the newest first, with commas; or nothing */
export function formatVersionList (versions) {
  return versions.length ? rsort([...versions]).join(', ') : 'nothing'
}
