import { megabytes, metricNamed, rate } from '../../report/words.js'
import { element } from './element.js'

/** Beside the metric that a lab is about. */
const FIGURES = ['cpu', 'time', 'p50', 'p99', 'stall']

/** How many em a bold digit and what stands between digits take, in the widest of the fonts that pages have. */
const DIGIT = 0.71
/** @type {Record<string, number>} */
const WIDE = { '.': 0.39, ',': 0.39, '×': 0.85, '–': 0.5 }

/**
 * The figures of one side: the one that is claimed something of in large, the others below.
 *
 * @param {any} lab
 * @param {string} side
 * @param {Record<string, number> | undefined} figures none before the first block
 * @param {{ metric: string, most: number, order: 'first' | 'second' }} how `most`: the larger cost of both, which fills the bar
 */
export function column (lab, side, figures, { metric, most, order }) {
  const [variant, workload] = side.split('@')
  const { name, figure, format } = metricNamed(metric)
  const cost = figures?.[figure]
  const bar = element('div', { className: `cost ${order}` })
  bar.style.width = `${cost === undefined || most <= 0 ? 0 : Math.max(0.5, 100 * Math.max(0, cost) / most)}%`
  return element('section', { className: 'column' }, [
    element('h2', {}, [workload ? `${variant} ${workload} ` : `${variant} `, element('span', { className: 'quiet', textContent: lab.ladder[variant] ?? '' })]),
    large(cost === undefined ? '–' : format(cost)),
    element('p', { className: 'quiet', textContent: name }),
    element('div', { className: 'costs' }, [bar]),
    element('dl', {}, besides(figures ?? {}, metric).flatMap(([term, told]) => [element('dt', { textContent: term }), element('dd', { textContent: told })])),
  ])
}

/** As large as its column allows: what counts is the number, and its unit stands smaller beside it. @param {string} told @returns {HTMLElement} */
export function large (told) {
  const [value, unit = ''] = told.split(' ')
  const figure = element('p', { className: 'figure' }, [value, ...(unit ? [element('span', { className: 'unit', textContent: ` ${unit}` })] : [])])
  const wide = [...value].reduce((sum, letter) => sum + (WIDE[letter] ?? DIGIT), 0)
  figure.style.setProperty('--ems', String(wide + (unit ? 0.2 + 0.45 * unit.length : 0)))
  return figure
}

/** What is compared stands in letters of one size: that of the longer one. @param {HTMLElement[]} columns */
export function sameSize (columns) {
  const figures = columns.map((one) => /** @type {HTMLElement} */ (one.querySelector('.figure')))
  const most = Math.max(...figures.map(({ style }) => Number(style.getPropertyValue('--ems'))))
  for (const { style } of figures) style.setProperty('--ems', String(most))
}

/** @param {Record<string, number>} figures @param {string} metric that stands above @returns {[string, string][]} */
function besides (figures, metric) {
  /** @type {[string, string][]} */
  const told = []
  if (figures.opsPerSecond !== undefined) told.push(['operations a second', rate(figures.opsPerSecond)])
  for (const one of FIGURES) {
    const { name, figure, format } = metricNamed(one)
    if (one !== metric && figures[figure] !== undefined) told.push([name, format(figures[figure])])
  }
  if (figures.heapBytesAfter !== undefined) told.push(['heap', `${megabytes(figures.heapBytesBefore)} → ${megabytes(figures.heapBytesAfter)}`])
  return told
}
