import { columns } from 'hotpath/report'
import { nameOf, ownOf, shortPlace } from '../v8/own.js'
import { statusReader, tierNamed } from './status.js'

/** @typedef {import('hotpath/lab').Lab} Lab @typedef {import('../v8/log.js').Fn} Fn @typedef {import('../v8/log.js').Deopt} Deopt */

/**
 * @typedef {object} Statuses what tiers.cjs answers
 * @property {Record<string, number | undefined>} calibration
 * @property {string} v8 version
 * @property {[script: number, line: number, column: number, status: number][]} functions line and column from 0
 */

/**
 * @param {Lab} lab
 * @param {{ functions: Fn[], deopts: Deopt[] }} log
 * @param {Statuses | undefined} statuses none where the variant died
 * @returns {{ own: string[], all: string[] }} lines about the lab's own functions, and about all that V8 has optimised
 */
export function optReport (lab, { functions, deopts }, statuses) {
  const tierTold = tiersOf(statuses)
  const isOwn = ownOf(lab)
  const lost = new Map(functions.map((fn) => [fn, deopts.filter((deopt) => deopt.fn === fn).length]))
  const worstFirst = [...functions].sort((a, b) => Number(lost.get(b)) - Number(lost.get(a)))
  const table = (/** @type {Fn[]} */ shown) => columns(shown.map((fn) => [nameOf(fn), shortPlace(lab, fn.place), tierTold(fn), codesTold(fn)])).split('\n').filter(Boolean)
  const ownDeopts = deopts.filter(({ fn, at, inlinedAt }) => [fn.place, at, ...inlinedAt].some(isOwn))
  return {
    own: [
      ...table(worstFirst.filter((fn) => isOwn(fn.place) && !isModule(fn))),
      ...(ownDeopts.length ? deoptLines(lab, ownDeopts) : ['no deoptimisations of these functions']),
      `deoptimisations in dependencies and Node: ${deopts.length - ownDeopts.length}`,
    ],
    all: [...table(worstFirst.filter((fn) => lost.get(fn) || isOptimised(fn))), ...deoptLines(lab, deopts)],
  }
}

/** @param {Statuses} statuses @returns {string} what the numbers mean, in one line */
export function bitsTold ({ calibration, v8 }) {
  return `Status bits of V8 ${v8.replace(/-.*/, '')}, read from a probe function in each tier: ${statusReader(calibration).told}`
}

/**
 * @param {Statuses | undefined} statuses
 * @returns {(fn: Fn) => string} its tier now, with V8's own number; the last it was compiled for, in brackets, where no closure of it is left
 */
function tiersOf (statuses) {
  const reader = statuses && statusReader(statuses.calibration)
  /** @type {Map<string, number[]>} */
  const alive = new Map()
  for (const [script, line, column, status] of statuses?.functions ?? []) {
    const key = `${script}:${line + 1}:${column + 1}`
    alive.set(key, [...alive.get(key) ?? [], status])
  }
  return ({ script, place, codes }) => {
    const found = alive.get(`${script}:${place.line}:${place.column}`)
    if (!reader || !found) return `(${tierNamed(codes[codes.length - 1].tier)})`
    const status = reader.best(found)
    return `${reader.tierOf(status)} ${status}`
  }
}

/** @param {Fn} fn @returns {string} such as `Sparkplug, 2 TurboFan`: what was compiled, in this order */
function codesTold ({ codes }) {
  const tiers = codes.map(({ tier }) => tier).filter((tier) => tier !== 'ignition')
  return [...new Set(tiers)].map((tier) => {
    const count = tiers.filter((one) => one === tier).length
    return `${count > 1 ? `${count} ` : ''}${tierNamed(tier)}`
  }).join(', ')
}

/** The same reason at the same place is told once, the most frequent first. @param {Lab} lab @param {Deopt[]} deopts */
function deoptLines (lab, deopts) {
  /** @type {Map<string, number>} */
  const counts = new Map()
  for (const { fn, tier, kind, reason, at, inlinedAt } of deopts) {
    const where = at ? ` at ${shortPlace(lab, at)}:${at.column}` : ''
    const via = inlinedAt.length ? ` inlined at ${shortPlace(lab, inlinedAt[inlinedAt.length - 1])}` : ''
    const told = `${reason}${where}${via}\n    ${kind}, of ${nameOf(fn)} ${shortPlace(lab, fn.place)}, ${tierNamed(tier)}`
    counts.set(told, (counts.get(told) ?? 0) + 1)
  }
  return [...counts].sort(([, a], [, b]) => b - a).flatMap(([told, count]) => `${String(count).padStart(2)}× ${told}`.split('\n'))
}

/** The code of a file itself, which runs once. @param {Fn} fn */
function isModule (fn) {
  return fn.place.line === 1 && fn.place.column === 1 && !isOptimised(fn)
}

/** @param {Fn} fn */
function isOptimised ({ codes }) {
  return codes.some(({ tier }) => tier === 'maglev' || tier === 'turbofan')
}
