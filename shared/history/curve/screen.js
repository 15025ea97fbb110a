import colors from 'picocolors'
import { operationOf, phrase, sideNames, sidesOf, splitSide } from 'hotpath/lab'
import { nearer } from './nearer.js'
import { steadyOf, toldOf } from './steady.js'
import { curveGraph } from './graph.js'
import { aboutTimes, columns, counting, hanging, metricNamed, roundedRatio, secondsTold, significant, wrapped } from 'hotpath/report'

/** @typedef {import('./record.js').CurveRecord} CurveRecord @typedef {import('./steady.js').Told} Told @typedef {import('hotpath/lab').Manifest} Manifest */

/**
 * @param {CurveRecord} record of at least one pair
 * @param {Manifest} manifest
 * @param {{ color: boolean, width: number, typed?: string }} looks `width` in columns; `typed`: what to type for the lab
 * @returns {string} what a person reads of a lab's curves
 */
export function curveReport (record, manifest, { color, width, typed = record.lab }) {
  const paint = colors.createColors(color)
  const told = toldOf(record)
  const rows = told.map(({ side, metric, class: shape, alike, pairs, steadyFrom, end }) => [
    paint.bold(side),
    ...(isOfOne(told) ? [] : [paint.dim(metricNamed(metric).short)]),
    `${shape}${pairs > 1 ? paint.dim(` ${alike} of ${pairs}`) : ''}`,
    shape === 'flat' ? 'throughout' : `from ${operations(steadyFrom.operations, manifest)} on`,
    paint.dim(`${age(steadyFrom.cpuSeconds)} of ${age(end.cpuSeconds)} of CPU`),
  ])
  const claims = manifest.claims.flatMap((claim) => {
    const sides = sidesOf(claim)
    const steady = steadyOf(record, { ...claim, ...sides })
    if (!steady) return []
    const names = sideNames(manifest, claim)
    const isReversed = steady.ratio < 1
    const [low, high] = steady.interval
    return [hanging(`Steady: ${phrase(names, isReversed ? aboutTimes(1 / steady.ratio, [1 / high, 1 / low]) : aboutTimes(steady.ratio, steady.interval), { isReversed })} ${paint.dim(`(${counting(record.pairs.length, 'pair')})`)}`, width)]
  })
  return [
    wrapped(paint.bold(`${record.lab}: how its variants warm up`) + paint.dim(`  Node ${record.node}`), '', width),
    curveGraph(record, { color, width }),
    columns(rows, width, [rows[0].length - 1]),
    claims.join('\n'),
    wrapped(sentence(told, manifest), '', width),
    wrapped(olderTold(record, manifest, typed), '', width),
  ].filter(Boolean).join('\n\n')
}

/** @param {Told[]} told @param {Manifest} manifest @returns {string} such as: express is warm after 1,900 requests; fastify … */
export function sentence (told, manifest) {
  const sentences = told.map((one) => {
    const { variant, workload } = splitSide(one.side)
    const metric = metricNamed(one.metric)
    const about = [workload && `under ${workload}`, !isOfOne(told) && metric.name].filter(Boolean).join(', ')
    return `${manifest.ladder[variant] ?? variant}${about ? ` (${about})` : ''} ${says(one, manifest)}`
  })
  return `${sentences.join('; ')}.`
}

/** @param {CurveRecord} record @param {Manifest} manifest @param {string} typed @returns {string} by how much older processes would be measured as a long run sees them, where it is little */
function olderTold (record, manifest, typed) {
  const older = nearer(record, manifest.claims)
  return older ? `With ${older.more} s more CPU time per process, ${older.ids.join(' and ')} would come within 15 % of the steady ratio: pnpm lab ${typed} --warm-up ${older.warmUpMs}` : ''
}

/** @param {Told[]} told @returns {boolean} whether nothing but one metric is told of */
const isOfOne = (told) => new Set(told.map(({ metric }) => metric)).size === 1

/** @param {Told} told @param {Manifest} manifest */
function says ({ class: shape, steadyFrom, end, gets }, manifest) {
  const since = operations(steadyFrom.operations, manifest)
  if (shape === 'flat') return `costs the same all along, for ${age(end.cpuSeconds)} of CPU`
  if (shape === 'never steady') return `is not steady after ${age(end.cpuSeconds)} of CPU`
  const change = `${roundedRatio(gets >= 1 ? gets : 1 / gets, [gets / 1.1, gets * 1.1])}× as ${gets >= 1 ? 'fast' : 'slow'} as at first`
  return `is steady after ${since}, ${change}`
}

/** @param {number} count @param {Manifest} manifest */
function operations (count, { kind }) {
  return `${significant(Number(count.toPrecision(2)))} ${operationOf(kind)}s`
}

/** @param {number} seconds */
function age (seconds) {
  return seconds < 10 ? `${significant(Number(seconds.toPrecision(2)))} s` : secondsTold(seconds)
}
