import { formatClaimResult, formatRequiredRatio } from '@hotpath-labs/lab/report/statement.js'
import { formatMultiple, formatPercent, formatInterval, formatRange, isBoundedInterval, roundRatio } from '@hotpath-labs/terminal/numbers.js'
import { makeLogarithmicAxis, widenLogarithmicRange } from '@hotpath-labs/site/chart/scale.js'
import { createElement, createSvgElement } from './element.js'
import { joinSeen } from './screen.js'

/**
 * @import { JudgedClaim } from '@hotpath-labs/lab/report/result-schema.js'
 * @import { LabView } from '../lab-view.js'
 * @import { RunView } from '../run.js'
 * @import { Source } from '../stage.js'
 */

/**
 * @typedef {object} PlotRow
 * @property {'here' | 'record'} kind
 * @property {string} name
 * @property {string} beside what is less important than the name
 * @property {string} figure
 * @property {number} ratio
 * @property {number[]} interval
 * @property {number[]} pairs ratio of each pair of processes
 */

/** Smallest ratio of the axis's highest value to its lowest, so that a change of a few percent looks small. */
const LEAST_SPAN = 3

/** Most labels of the axis: more would touch in a window of 1280 pixels. */
const MOST_TICKS = 7

/**
 * Draws the ratio of this run, the published ratio and the recorded ratios as intervals above one axis.
 *
 * @param {LabView['claims'][number]} claim
 * @param {RunView} run
 * @param {Source | null} source
 * @returns {HTMLElement}
 */
export function renderRatioPlot (claim, run, source) {
  const rows = listRows(claim, run, source)
  const { drawInterval, drawAxis } = makeRatioStrips(rows, listBounds(claim), MOST_TICKS)
  const plot = createElement('div', { className: 'plot' }, [
    ...rows.flatMap((row) => [
      createElement('div', { className: row.kind }, [row.name, ' ', createElement('span', { className: 'quiet', textContent: row.beside })]),
      createElement('div', { className: `number ${row.kind}`, textContent: row.figure }),
      drawInterval(row),
    ]),
    createElement('div', { className: 'axis' }),
    drawAxis(),
  ])
  plot.style.setProperty('--rows', String(rows.length + 1))
  return createElement('div', {}, [plot, renderLegend(claim, rows, run.claims.find(({ id }) => id === claim.id)?.confidence)])
}

/** @typedef {Pick<PlotRow, 'kind' | 'ratio' | 'interval' | 'pairs'>} RatioInterval */

/**
 * Makes strips that stand one below another: intervals, and the axis below them.
 *
 * @param {RatioInterval[]} rows all that the axis must show
 * @param {number[]} bounds ratios that a claim asks for
 * @param {number} mostTicks
 * @returns {{ drawInterval: (row: RatioInterval) => HTMLElement, drawAxis: () => HTMLElement }}
 */
export function makeRatioStrips (rows, bounds, mostTicks) {
  const ends = widenLogarithmicRange([1, ...bounds, ...rows.flatMap(listValues)], LEAST_SPAN)
  const axis = makeLogarithmicAxis(ends, [0, 100], formatMultiple, mostTicks)
  const along = (/** @type {number} */ ratio) => `${axis.at(ratio).toFixed(2)}%`
  const upright = (/** @type {number} */ ratio, /** @type {string} */ name) => createSvgElement('line', { class: name, x1: along(ratio), x2: along(ratio), y1: '-2%', y2: '102%' })
  const rules = () => [...axis.ticks.map(({ value }) => upright(value, 'rule')), upright(1, 'one'), ...bounds.map((bound) => upright(bound, 'bound'))]
  const strip = (/** @type {Node[]} */ drawn) => createElement('div', { className: 'strip' }, [createSvgElement('svg', { 'aria-hidden': true }, drawn)])
  return {
    drawInterval: (row) => strip([...rules(), ...drawRow(row, along)]),
    drawAxis: () => strip(axis.ticks.map(({ value, text }) => createSvgElement('text', { x: along(value), y: '75%' }, [text]))),
  }
}

/** @param {RatioInterval} row @param {(ratio: number) => string} along @returns {Node[]} an interval with its ratio, and dots of pairs */
function drawRow ({ kind, ratio, interval: [low, high], pairs }, along) {
  // pairs stand below a narrow interval, which they would cover
  const [y, below] = pairs.length ? ['35%', '82%'] : ['50%', '']
  const dots = pairs.map((pair) => createSvgElement('circle', { class: 'pair', cx: along(pair), cy: below, r: '.28em' }))
  const across = isBoundedInterval([low, high]) ? [createSvgElement('line', { class: kind, x1: along(low), x2: along(high), y1: y, y2: y })] : []
  return [...across, createSvgElement('circle', { class: kind, cx: along(ratio), cy: y, r: '.42em' }), ...dots]
}

/** @param {RatioInterval} row @returns {number[]} all values that the axis must show */
function listValues ({ ratio, interval, pairs }) {
  return [ratio, ...interval, ...pairs].filter((value) => value > 0 && Number.isFinite(value))
}

/** @param {LabView['claims'][number]} claim @returns {number[]} the ratios between which, or above which, the claim holds */
function listBounds ({ atLeast, equivalenceMargin: margin }) {
  return margin ? [1 + margin, 1 / (1 + margin)] : atLeast === null ? [] : [atLeast]
}

/** @param {LabView['claims'][number]} claim @param {RunView} run @param {Source | null} source @returns {PlotRow[]} */
function listRows (claim, run, source) {
  const { id, published, recorded } = claim
  const seen = /** @type {JudgedClaim | undefined} */ (run.claims.find((one) => one.id === id))
  const node = run.result ? formatNode(run.result.node) : ''
  const row = (/** @type {Partial<PlotRow>} */ parts) => /** @type {PlotRow} */ ({ kind: 'record', beside: '', pairs: [], interval: [], ...parts })
  const rows = recorded.map(({ node, range }) => row({ name: `Node ${node}`, beside: 'on record', figure: formatRange(range), ratio: Math.sqrt(range[0] * range[1]), interval: range }))
  if (published?.asks === 'the same') rows.unshift(row({ name: 'published', beside: `Node ${published.node}`, figure: formatMultiple(published.ratio), ratio: published.ratio }))
  if (!seen) return rows
  const { ratio, interval, steady } = seen
  const [pairs, name] = [run.lines[id]?.pairs ?? [], source?.kind === 'recording' ? 'this recording' : 'here, now']
  const figure = formatInterval(interval) || `${roundRatio(ratio)}×`
  const here = row({ kind: 'here', name, beside: node, figure, ratio, interval, pairs: pairs.flatMap(([, pair]) => pair ?? []) })
  const warm = steady && run.result && formatClaimResult(joinSeen(claim, seen)).later
    ? [row({ name: 'once warm', beside: `on record, ${formatNode(steady.node)}`, figure: formatRange(steady.interval), ratio: steady.ratio, interval: steady.interval })]
    : []
  return [here, ...warm, ...rows]
}

/** @param {string} version @returns {string} such as Node 26.10 */
function formatNode (version) {
  return `Node ${version.replace(/^v/, '').split('.').slice(0, 2).join('.')}`
}

/** @param {LabView['claims'][number]} claim @param {PlotRow[]} rows @param {number} [confidence] @returns {HTMLElement} */
function renderLegend (claim, rows, confidence = 0.95) {
  const mark = (/** @type {string} */ says, /** @type {Node[]} */ drawn) => createElement('li', {}, [createSvgElement('svg', { 'aria-hidden': true }, drawn), says])
  const upright = (/** @type {string} */ name) => createSvgElement('line', { class: name, x1: '50%', x2: '50%', y1: 0, y2: '100%' })
  const across = (/** @type {string} */ name) => [createSvgElement('line', { class: name, x1: 0, x2: '100%', y1: '50%', y2: '50%' }), createSvgElement('circle', { class: name, cx: '50%', cy: '50%', r: '.42em' })]
  const has = (/** @type {(row: PlotRow) => boolean} */ test) => rows.some(test)
  return createElement('ul', { className: 'legend' }, [
    ...(has(({ kind }) => kind === 'here') ? [mark(`ratio, ${formatPercent(confidence)} interval`, across('here'))] : []),
    ...(has(({ pairs }) => pairs.length > 0) ? [mark('one pair', [createSvgElement('circle', { class: 'pair', cx: '50%', cy: '50%', r: '.28em' })])] : []),
    ...(has(({ beside }) => beside === 'on record') ? [mark('on record, once warm', across('record'))] : []),
    ...(listBounds(claim).length ? [mark(formatRequiredRatio(claim), [upright('bound')])] : []),
    mark('the same cost', [upright('one')]),
  ])
}
