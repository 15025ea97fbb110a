import { ALL_METRICS, findMetric } from '@hotpath-labs/lab/metrics.js'
import { formatMegabytes, formatSignificantDigits } from '@hotpath-labs/terminal/numbers.js'
import { createElement, makeBar } from './element.js'

/**
 * @import { RunView } from '../run.js'
 * @import { LabView } from '../lab-view.js'
 */

/** Widths of a bold digit and of other bold characters, in em, in the widest font of the pages. */
const DIGIT = 0.71
/** @type {Record<string, number>} */
const WIDE = { '.': 0.39, ',': 0.39, '×': 0.85, '–': 0.5 }

/**
 * Makes a column with the figures of one variant: the claim's metric in large letters, other metrics below.
 *
 * @param {LabView} lab
 * @param {string} side
 * @param {Record<string, number> | undefined} figures none before the first block
 * @param {{ metric: string, most: number, order: 'first' | 'second' }} how `most`: the higher cost of both sides, which fills the bar
 */
export function renderVariantFigures (lab, side, figures, { metric, most, order }) {
  const [variant, workload] = side.split('@')
  const { name, format } = findMetric(metric)
  const cost = figures?.[metric]
  const [value, unit] = cost === undefined ? ['–', ''] : formatInSharedUnit(format, cost, Math.max(cost, most))
  const share = cost === undefined || most <= 0 ? 0 : Math.max(0.005, cost / most)
  return createElement('section', { className: 'column' }, [
    createElement('h2', {}, [`${lab.variants[variant] ?? variant} `, createElement('span', { className: 'quiet', textContent: [lab.files[variant], workload].filter(Boolean).join(', ') })]),
    renderLargeFigure(value),
    // puts the unit below the number, so that the number gets the full width
    createElement('p', { className: 'quiet' }, [createElement('b', { className: 'unit', textContent: unit }), ` ${name}`]),
    createElement('div', { className: 'costs' }, [makeBar(order, share)]),
    createElement('dl', {}, otherFigures(figures ?? {}, metric, lab.claims).flatMap(([term, value]) => [
      createElement('dt', { textContent: term }),
      createElement('dd', { textContent: value }),
    ])),
  ])
}

/**
 * Formats two costs in the unit of the higher cost, because 1.3 ms beside 21 µs would look like the lower cost.
 *
 * @param {(cost: number) => string} format @param {number} cost @param {number} most @returns {[string, string]} the number and its unit
 */
function formatInSharedUnit (format, cost, most) {
  const [largest, unit] = format(most).split(' ')
  if (cost === most || most <= 0) return [format(cost).split(' ')[0], unit]
  // shows 0 in place of a negative cost, which a shrinking heap causes
  const value = Math.max(0, cost) * Number(largest.replaceAll(',', '')) / most
  return [padDecimals(formatSignificantDigits(value < 1 ? Number(value.toPrecision(2)) : value), largest), unit]
}

/** @param {string} number @param {string} beside @returns {string} the number with at least as many decimals as the one beside it */
function padDecimals (number, beside) {
  const [decimals, wanted] = [number, beside].map((one) => one.split('.')[1]?.length ?? 0)
  return decimals < wanted ? `${number}${decimals ? '' : '.'}${'0'.repeat(wanted - decimals)}` : number
}

/**
 * Returns the figures of a claim's two sides. The cost of the slower one is the claim's ratio times that of the faster one, as in the
 * terminal: the ratio is a median of pairs, and differs from the quotient of two medians.
 *
 * @param {RunView} run
 * @param {LabView['claims'][number]} claim
 * @returns {(Record<string, number> | undefined)[]} of the slower and of the faster side
 */
export function findFiguresOfSides (run, { id, metric, slower, faster }) {
  const [costly, cheap] = [run.sides[slower], run.sides[faster]]
  const ratio = run.claims.find((one) => one.id === id)?.ratio
  return [costly && cheap && ratio ? { ...costly, [metric]: cheap[metric] * ratio } : costly, cheap]
}

/** Makes a number with letters as large as the column's width allows. @param {string} value without its unit @returns {HTMLElement} */
export function renderLargeFigure (value) {
  const figure = createElement('p', { className: 'figure', textContent: value })
  figure.style.setProperty('--ems', String([...value].reduce((sum, letter) => sum + (WIDE[letter] ?? DIGIT), 0)))
  return figure
}

/** Gives all compared figures the letter size that the longest figure needs. @param {HTMLElement[]} columns */
export function equalizeFigureSizes (columns) {
  const figures = columns.map((one) => /** @type {HTMLElement} */ (one.querySelector('.figure')))
  const most = Math.max(...figures.map(({ style }) => Number(style.getPropertyValue('--ems'))))
  for (const { style } of figures) style.setProperty('--ems', String(most))
}

/**
 * @param {Record<string, number>} figures
 * @param {string} metric that stands above
 * @param {LabView['claims']} claims
 * @returns {[string, string][]}
 */
function otherFigures (figures, metric, claims) {
  /** @type {[string, string][]} */
  const others = []
  for (const [one, { name, format, isOnlyCompared }] of Object.entries(ALL_METRICS)) {
    const isShown = !isOnlyCompared || claims.some((claim) => claim.metric === one)
    if (one !== metric && one !== 'peak' && isShown && figures[one] !== undefined) others.push([name, format(figures[one])])
  }
  if (figures.heapBytesAfter !== undefined) others.push(['heap', `${formatMegabytes(figures.heapBytesBefore)} → ${formatMegabytes(figures.heapBytesAfter)}`])
  return others
}
