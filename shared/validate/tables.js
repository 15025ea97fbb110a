import { quantile, standardDeviation } from 'hotpath/stats'
import { OURS } from './engine.js'
import { GRID } from './grid.js'
import { NOISES } from './noise.js'
import { PEERS } from './peers.js'
import { KINDS } from './probe.js'
import { isAsked } from './nulls.js'
import { replayed, windows } from './replay.js'
import { RULES, provenRate } from './rules.js'

/** @typedef {import('./live.js').LiveRow} LiveRow @typedef {import('./peers.js').PeerRow} PeerRow */

const NONE = 'None has been recorded yet.'

/** How often a tool has to be right to be relied on, as a share. */
const RELIABLE = 0.95

/** @param {any[]} rows @param {object} fields @returns {any[]} those that have them all */
const those = (rows, fields) => rows.filter((row) => Object.entries(fields).every(([name, value]) => row[name] === value))

/** @param {any[]} rows @param {(row: any) => boolean} what @returns {string} such as 3 of 20 */
const count = (rows, what) => rows.length ? `${rows.filter(what).length} of ${rows.length}` : '–'

/** @param {any[]} rows @param {string} field @param {number} digits @param {string} [unit] */
const middle = (rows, field, digits, unit = '') => rows.length ? `${quantile(rows.map((row) => row[field]), 0.5).toFixed(digits)}${unit}` : '–'

/** @param {string[]} heads @param {string[][]} rows */
function markdown (heads, rows) {
  return [heads, heads.map(() => '---'), ...rows].map((cells) => `| ${cells.join(' | ')} |`).join('\n')
}

/**
 * Every tool beside every other: how often it was wrong, and how long it took.
 *
 * @param {PeerRow[]} rows
 * @returns {string} Markdown
 */
export function peersTable (rows) {
  const settings = KINDS.flatMap((kind) => NOISES.flatMap((noise) => {
    const budgets = new Set(those(rows, { kind, noise }).map(({ budget }) => budget))
    return [...budgets].sort((a, b) => a - b).map((budget) => ({ kind, noise, budget }))
  }))
  return settings.map(({ kind, noise, budget }) => {
    const tools = [OURS, ...Object.keys(PEERS).filter((peer) => PEERS[peer].kind === kind)]
    const of = (/** @type {string} */ tool, /** @type {number} */ ratio) => those(rows, { tool, kind, noise, budget, ratio })
    const decided = (/** @type {PeerRow} */ { says }) => says !== 'undecided'
    const missed = (/** @type {PeerRow} */ { says }) => says !== 'faster'
    const reliable = tools.flatMap((tool) => {
      const [none, little] = [of(tool, 1), of(tool, 1.1)]
      // with no error in fewer than 59 that is not proven
      const isProven = [none.filter(decided).length, little.filter(missed).length].every((wrong, column) => provenRate(wrong, [none, little][column].length) <= 1 - RELIABLE)
      if (!isProven) return []
      return [`${tool} (${none.filter(decided).length + little.filter(missed).length} of ${none.length + little.length})`]
    })
    const lines = tools.map((tool) => [
      tool,
      count(of(tool, 1), decided),
      count(of(tool, 1.1), missed),
      middle(of(tool, 1.1), 'seconds', 1, ' s'),
      count(of(tool, 1.5), missed),
      middle(of(tool, 1.5), 'seconds', 1, ' s'),
    ])
    return `**${kind}, ${noise}**, ${budget} s for each\n\n` + markdown(['', 'finds a difference where there is none', 'misses a true 1.10×', 'seconds', 'misses a true 1.5×', 'seconds'], lines) +
      `\n\nProven to be wrong at most once in ${Math.round(1 / (1 - RELIABLE))} in each of the first two columns: ${reliable.join(', ') || 'no tool, by so few'}.`
  }).join('\n\n')
}

/**
 * The engine alone, on every kind of program, in every noise.
 *
 * @param {LiveRow[]} rows
 * @returns {string} Markdown
 */
export function liveTable (rows) {
  if (rows.length === 0) return NONE
  const lines = KINDS.flatMap((kind) => NOISES.flatMap((noise) => {
    const here = those(rows, { kind, noise })
    const ratios = [...new Set(here.map(({ ratio }) => ratio))].sort((a, b) => a - b)
    return ratios.map((ratio) => {
      const of = those(here, { ratio })
      const right = ratio === 1 ? 'undecided' : 'faster'
      const wrong = (/** @type {LiveRow} */ { says }) => says !== right && says !== 'undecided'
      return [kind, noise, `${ratio}×`, count(of, ({ says }) => says === right), count(of, wrong), middle(of, 'reads', 3, '×'), middle(of, 'pairs', 0), middle(of, 'seconds', 1, ' s'), [...new Set(of.map(({ most }) => `${most} s`))].join(', ')]
    })
  }))
  return markdown(['kind', 'noise', 'true ratio', 'right', 'wrong', 'reads', 'pairs', 'seconds', 'gives up after'], lines)
}

/**
 * What each setting would have taken to find a true 1.10: its pairs, replayed through the rule, and the seconds that so many take.
 *
 * @param {import('./grid.js').GridRow[]} rows
 * @returns {string} Markdown
 */
export function gridTable (rows) {
  if (rows.length === 0) return NONE
  const lines = KINDS.flatMap((kind) => NOISES.flatMap((noise) => Object.keys(GRID[kind]).flatMap((setting) => {
    const of = those(rows, { kind, noise, setting })
    if (of.length === 0) return []
    const values = of.flatMap((row) => row.values)
    const [first, each] = ['first', 'each'].map((field) => quantile(of.map((row) => row[field]), 0.5))
    const { pinned = true } = /** @type {{ pinned?: boolean }} */ (GRID[kind][setting])
    const seconds = windows({ values, spreads: of.flatMap((row) => row.spreads) }, pinned).map(({ verdict, pairs }) => verdict === 'holds' ? first + (pairs - 1) * each : Infinity).sort((a, b) => a - b)
    const until = (/** @type {number} */ share) => {
      const last = seconds[Math.ceil(share * seconds.length) - 1]
      return last === Infinity ? 'not found' : `${last.toFixed(1)} s`
    }
    return [[kind, noise, setting, String(values.length), `${Math.exp(quantile(values, 0.5)).toFixed(3)}×`, `${(100 * standardDeviation(values)).toFixed(1)} %`, `${each.toFixed(2)} s`, until(0.5), until(0.95)]]
  })))
  return markdown(['kind', 'noise', 'settings', 'pairs', 'reads', 'a pair scatters by', 'a pair takes', 'finds 1.10×, median', '95 in 100'], lines)
}

/**
 * Programs that are equal: how often each rule finds a difference in the same pairs, and what is proven by so many.
 *
 * @param {import('./nulls.js').Comparison[]} all
 * @returns {string} Markdown
 */
export function nullsTable (all) {
  const rows = all.filter(isAsked)
  if (rows.length === 0) return NONE
  const lines = Object.entries(RULES).map(([rule, finds]) => {
    const wrong = rows.filter(finds).length
    return [rule, `${wrong.toLocaleString('en-US')} of ${rows.length.toLocaleString('en-US')}`, share(wrong / rows.length), share(provenRate(wrong, rows.length))]
  })
  const machines = tally(rows.map(({ machine }) => machine.cpu))
  const kinds = tally(rows.map(({ kind, noise }) => `${kind}, ${noise}`))
  const looks = KINDS.flatMap((kind) => {
    const of = rows.filter((row) => row.kind === kind)
    return of.length ? [`${kind} ${tally(of.map(({ pairs }) => String(replayed(pairs).pairs)))}`] : []
  })
  return `${markdown(['rule', 'finds a difference where there is none', 'that is', 'no more than, with 95 % confidence'], lines)}\n\nOn ${machines}: ${kinds}. So many ended after so many pairs: ${looks.join('; ')}.`
}

/** @param {number} rate */
const share = (rate) => `${Number((100 * rate).toPrecision(2))} %`

/** @param {string[]} names @returns {string} each with how often it is there, the most frequent first */
function tally (names) {
  const counts = [...new Set(names)].map((name) => ({ name, count: names.filter((other) => other === name).length }))
  return counts.sort((a, b) => b.count - a.count).map(({ name, count }) => `${name} (${count.toLocaleString('en-US')})`).join(', ')
}
