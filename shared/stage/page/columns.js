import { megabytes, metricNamed, significant } from 'hotpath/words'
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
  const [value, unit] = cost === undefined ? ['–', ''] : inUnitOf(format, cost, Math.max(cost, most))
  const bar = element('div', { className: `cost ${order}` })
  bar.style.width = `${cost === undefined || most <= 0 ? 0 : Math.max(0.5, 100 * Math.max(0, cost) / most)}%`
  return element('section', { className: 'column' }, [
    element('h2', {}, [`${lab.ladder[variant] ?? variant} `, element('span', { className: 'quiet', textContent: [lab.files[variant], workload].filter(Boolean).join(', ') })]),
    large(value),
    // below its number, which so has the whole width
    element('p', { className: 'quiet' }, [element('b', { className: 'unit', textContent: unit }), ` ${name}`]),
    element('div', { className: 'costs' }, [bar]),
    element('dl', {}, besides(figures ?? {}, metric).flatMap(([term, told]) => [element('dt', { textContent: term }), element('dd', { textContent: told })])),
  ])
}

/**
 * Both columns have the unit of the larger cost: 1.3 beside 21 is not to look like the smaller one because it is in milliseconds.
 *
 * @param {(cost: number) => string} format @param {number} cost @param {number} most @returns {[string, string]} the number and its unit
 */
function inUnitOf (format, cost, most) {
  const [largest, unit] = format(most).split(' ')
  if (cost === most || most <= 0) return [format(cost).split(' ')[0], unit]
  // a heap that shrinks leaves nothing behind
  const value = Math.max(0, cost) * Number(largest.replaceAll(',', '')) / most
  return [significant(value < 1 ? Number(value.toPrecision(2)) : value), unit]
}

/** As large as its column allows. @param {string} value without its unit @returns {HTMLElement} */
export function large (value) {
  const figure = element('p', { className: 'figure', textContent: value })
  figure.style.setProperty('--ems', String([...value].reduce((sum, letter) => sum + (WIDE[letter] ?? DIGIT), 0)))
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
  for (const one of FIGURES) {
    const { name, figure, format } = metricNamed(one)
    if (one !== metric && figures[figure] !== undefined) told.push([name, format(figures[figure])])
  }
  if (figures.heapBytesAfter !== undefined) told.push(['heap', `${megabytes(figures.heapBytesBefore)} → ${megabytes(figures.heapBytesAfter)}`])
  return told
}
