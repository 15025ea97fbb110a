import { wrapped } from 'hotpath/report'
import { tierNamed } from '../opt/status.js'
import { nameOf, ownOf, shortPlace } from '../v8/own.js'

/** @typedef {import('hotpath/lab').Lab} Lab @typedef {import('../v8/log.js').Fn} Fn */

/**
 * @param {Lab} lab
 * @param {{ functions: Fn[], shared: Map<string, Fn> }} log
 * @param {Map<string, Map<string, number>>} refusals
 * @returns {{ own: string[], all: string[] }} lines about the lab's own functions, and about all
 */
export function inliningReport (lab, { functions, shared }, refusals) {
  const isOwn = ownOf(lab)
  const told = (/** @type {Fn} */ fn) => `${nameOf(fn)} ${shortPlace(lab, fn.place)}`
  const holds = functions.flatMap((host) => newestOf(host).map(({ tier, inlined }) => ({ host, tier, inlined })))
  const refused = [...refusals].flatMap(([address, reasons]) => {
    const fn = shared.get(address)
    return fn ? [{ fn, reasons: [...reasons].sort(([, a], [, b]) => b - a) }] : []
  })
  const holding = (/** @type {typeof holds} */ shown) => shown.map(({ host, tier, inlined }) => `${told(host)}, ${tierNamed(tier)}, inlines ${counted(inlined.map(told))}`)
  const refusing = (/** @type {typeof refused} */ shown) => shown.map(({ fn, reasons }) => `not inlined: ${told(fn)}. ${reasons.map(([reason, count]) => `${reason} (${count}×)`).join(', ')}`)

  const own = [
    ...holding(holds.flatMap(({ host, tier, inlined }) => {
      const shown = isOwn(host.place) ? inlined : inlined.filter(({ place }) => isOwn(place))
      return shown.length ? [{ host, tier, inlined: shown }] : []
    })),
    ...refusing(refused.filter(({ fn }) => isOwn(fn.place))),
  ]
  return { own: (own.length ? own : ['V8 inlined none of the lab\'s functions, and nothing into them']).flatMap(hanging), all: [...holding(holds), ...refusing(refused)] }
}

/** The last code of each optimising compiler, where something is inlined in it. @param {Fn} fn */
function newestOf ({ codes }) {
  return ['maglev', 'turbofan'].flatMap((tier) => codes.filter((code) => code.tier === tier && code.inlined.length).slice(-1))
}

/** @param {string[]} words @returns {string} each once, and how often */
function counted (words) {
  return [...new Set(words)].map((word) => {
    const count = words.filter((one) => one === word).length
    return count > 1 ? `${word} (${count}×)` : word
  }).join(', ')
}

/** @param {string} text @returns {string[]} in lines of a terminal, all but the first further in */
function hanging (text) {
  return wrapped(text, '    ').split('\n').map((line, index) => index ? line : line.slice(2))
}
