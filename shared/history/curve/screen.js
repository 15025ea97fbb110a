import colors from 'picocolors'
import { findOperationName, formatComparison, findNamesOfClaimSides, findClaimSides, parseClaimSide } from 'hotpath/lab'
import { formatApproximateRatio, formatCountWithNoun, invertInterval, findMetricWords, roundRatio, formatSeconds, formatSignificantDigits } from 'hotpath/report'
import { formatColumns, wrapText, wrapWithHangingIndent } from 'hotpath/text'
import { drawCurveGraphs } from './graph.js'
import { computeSteadyRatio, summarizeCurves } from './steady.js'
import { suggestWarmUp } from './suggested-warm-up.js'

/** @import { Claim, Manifest } from 'hotpath/lab' */
/** @import { CurveRecord } from './summary.js' */
/** @import { TrackSummary } from './steady.js' */

/**
 * Formats a lab's warm-up curves for a terminal.
 *
 * @param {CurveRecord} record of at least one pair
 * @param {Manifest} manifest
 * @param {{ color: boolean, width: number, typed?: string }} terminal `width` in columns; `typed`: the lab, as a command names it
 */
export function formatCurves (record, manifest, { color, width, typed = record.lab }) {
  const paint = colors.createColors(color)
  const tracks = summarizeCurves(record)
  const rows = tracks.map(({ side, metric, class: shape, alike, pairs, steadyFrom, end }) => [
    paint.bold(side),
    ...(haveOneMetric(tracks) ? [] : [paint.dim(findMetricWords(metric).short)]),
    `${shape}${pairs > 1 ? paint.dim(` ${alike} of ${pairs}`) : ''}`,
    shape === 'flat' ? 'throughout' : `from ${formatOperations(steadyFrom.operations, manifest)} on`,
    paint.dim(`${formatAge(steadyFrom.cpuSeconds)} of ${formatAge(end.cpuSeconds)} of CPU`),
  ])
  const ratios = manifest.claims.flatMap((claim) => formatSteady(record, manifest, claim) ?? [])
  const pairs = paint.dim(`(${formatCountWithNoun(record.pairs.length, 'pair')})`)
  return [
    wrapText(paint.bold(`${record.lab}: how its variants warm up`) + paint.dim(`  Node ${record.node}`), '', width),
    drawCurveGraphs(record, { color, width }),
    formatColumns(rows, width, [rows[0].length - 1]),
    ratios.map((ratio) => wrapWithHangingIndent(`Steady: ${ratio} ${pairs}`, width)).join('\n'),
    wrapText(formatWarmUpSentence(tracks, manifest), '', width),
    wrapText(formatSuggestion(record, manifest, typed), '', width),
  ].filter(Boolean).join('\n\n')
}

/**
 * @param {CurveRecord} record
 * @param {Manifest} manifest
 * @param {Claim} claim
 * @returns {string | undefined} such as: express needs about 8× as much CPU per request as fastify
 */
function formatSteady (record, manifest, claim) {
  const steady = computeSteadyRatio(record, { ...claim, ...findClaimSides(claim) })
  if (!steady) return
  const { ratio, interval } = steady
  const isReversed = ratio < 1
  const times = isReversed ? formatApproximateRatio(1 / ratio, invertInterval(interval)) : formatApproximateRatio(ratio, interval)
  return formatComparison(findNamesOfClaimSides(manifest, claim), times, { isReversed })
}

/**
 * @param {TrackSummary[]} tracks
 * @param {Manifest} manifest
 * @returns {string} such as: express is steady after 1,900 requests; fastify …
 */
export function formatWarmUpSentence (tracks, manifest) {
  const sentences = tracks.map((track) => {
    const { variant, workload } = parseClaimSide(track.side)
    const about = [workload && `under ${workload}`, !haveOneMetric(tracks) && findMetricWords(track.metric).name].filter(Boolean).join(', ')
    return `${manifest.variants[variant] ?? variant}${about ? ` (${about})` : ''} ${formatShape(track, manifest)}`
  })
  return `${sentences.join('; ')}.`
}

/** @param {CurveRecord} record @param {Manifest} manifest @param {string} typed */
function formatSuggestion (record, manifest, typed) {
  const suggested = suggestWarmUp(record, manifest.claims)
  if (!suggested) return ''
  const { more, warmUpMs, ids } = suggested
  const gain = `the ratio of ${ids.join(' and ')} would come within 15 % of its steady value`
  return `With ${more} s more CPU time per process, ${gain}. Type: pnpm lab ${typed} --warm-up ${warmUpMs}`
}

/** @param {TrackSummary[]} tracks */
const haveOneMetric = (tracks) => new Set(tracks.map(({ metric }) => metric)).size === 1

/** @param {TrackSummary} track @param {Manifest} manifest */
function formatShape ({ class: shape, steadyFrom, end, gets }, manifest) {
  if (shape === 'flat') return `costs the same throughout its ${formatAge(end.cpuSeconds)} of CPU time`
  if (shape === 'never steady') return `is not steady after ${formatAge(end.cpuSeconds)} of CPU time`
  const change = `${roundRatio(gets >= 1 ? gets : 1 / gets, [gets / 1.1, gets * 1.1])}× as ${gets >= 1 ? 'fast' : 'slow'} as at first`
  return `is steady after ${formatOperations(steadyFrom.operations, manifest)}, ${change}`
}

/** @param {number} count @param {Manifest} manifest */
function formatOperations (count, { kind }) {
  return `${formatSignificantDigits(Number(count.toPrecision(2)))} ${findOperationName(kind)}s`
}

/** @param {number} seconds */
function formatAge (seconds) {
  return seconds < 10 ? `${formatSignificantDigits(Number(seconds.toPrecision(2)))} s` : formatSeconds(seconds)
}
