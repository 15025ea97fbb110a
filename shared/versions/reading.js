import { isDeepStrictEqual } from 'node:util'
import { sourcesOf } from '../lab/sources.js'
import { curveFile, majorOf, readRecord } from '../curve/record.js'
import { steadyOf } from '../curve/steady.js'
import { askedIn, sidesOf, splitSide } from '../lab/sides.js'
import { rounded } from '../measure/figures.js'
import { judge } from '../stats/rule.js'
import { priorOf } from '../stats/prior.js'
import { median } from '../stats/sample.js'
import { COST, LEAST_PAIRS, readVersions } from './record.js'

/**
 * @typedef {object} Estimate
 * @property {number} ratio base over against, the geometric mean of the pairs
 * @property {[number, number]} interval 95 %
 * @property {number} pairs
 * @property {number} cpuSeconds that the sides had behind them, the median
 *
 * @typedef {object} Reading what a claim reads on one Node
 * @property {string} node such as v20.20.2
 * @property {number} major
 * @property {Estimate} early as a lab is measured
 * @property {Estimate} late of older processes: by the recorded curve where there is one, else the second look; the first where there is no other
 * @property {boolean} isSteady whether that is by the curve
 *
 * @typedef {object} ClaimOverVersions
 * @property {string} lab
 * @property {import('../lab/manifest.js').Claim} claim
 * @property {string} base
 * @property {string} against
 * @property {string} step from one to the other, in the words of the ladder
 * @property {Reading[]} readings from the oldest Node on
 *
 * @typedef {object} Across
 * @property {string} lab
 * @property {string} side
 * @property {string} from
 * @property {string} to
 * @property {Estimate} early
 * @property {Estimate} late
 *
 * @typedef {object} LabOverVersions
 * @property {import('../lab/find.js').Lab} lab
 * @property {string[]} processors on which it was recorded
 * @property {ClaimOverVersions[]} claims
 * @property {{ node: string, cannot: string }[]} refusals
 * @property {string[]} stale Nodes whose record is of before a variant was changed
 * @property {{ side: string, from: string, to: string }[]} staleAcross the same of one variant on two Nodes
 * @property {Across[]} across
 */

/** @param {import('../lab/find.js').Lab} lab @returns {LabOverVersions} what is recorded of it, complete runs only */
export function overVersions (lab) {
  const record = readVersions(lab)
  const sources = sourcesOf(lab)
  const asked = askedIn(lab)
  const runs = record.versions.flatMap((run) => 'pairs' in run && run.pairs.length >= LEAST_PAIRS ? [run] : []).sort((a, b) => majorOf(a.node) - majorOf(b.node))
  const across = record.across.filter(({ pairs }) => pairs.length >= LEAST_PAIRS)
  return {
    lab,
    processors: [...new Set([...runs, ...across].map(({ machine }) => machine.cpu))],
    claims: lab.manifest.claims.map((claim) => {
      const sides = sidesOf(claim)
      const readings = runs.flatMap((run) => Object.hasOwn(run.pairs[0].early.ratios, claim.id) && isDeepStrictEqual(run.claims?.[claim.id] ?? asked[claim.id], asked[claim.id]) ? [readingOf(lab, run, claim, sides, sources)] : [])
      const labels = [sides.base, sides.against].map((side) => lab.manifest.ladder[splitSide(side).variant] ?? side)
      return { lab: lab.name, claim, ...sides, step: labels.join(' → '), readings }
    }),
    refusals: record.versions.flatMap((run) => 'cannot' in run ? [run] : []),
    stale: runs.filter((run) => lab.manifest.claims.some((claim) => Object.values(sidesOf(claim)).some((side) => isStale(run.sources, sources, side)))).map(({ node }) => node),
    staleAcross: across.filter(({ side, source }) => isStale({ [side]: source }, sources, side)).map(({ side, from, to }) => ({ side, from, to })),
    across: across.map(({ side, from, to, pairs }) => ({
      lab: lab.name,
      side,
      from,
      to,
      early: estimateOf(pairs.map(({ early }) => early), COST, [from, to]),
      late: estimateOf(pairs.map(({ early, later = early }) => later), COST, [from, to]),
    })),
  }
}

/**
 * @param {import('../lab/find.js').Lab} lab
 * @param {import('./record.js').VersionRun} run
 * @param {import('../lab/manifest.js').Claim} claim
 * @param {{ base: string, against: string }} sides
 * @param {Record<string, string>} sources
 * @returns {Reading}
 */
function readingOf (lab, { node, pairs, machine }, claim, { base, against }, sources) {
  const major = majorOf(node)
  const { record } = readRecord(curveFile(lab.folder, major), major)
  const steady = record && steadyOf(record, { ...claim, base, against }, sources)
  const late = estimateOf(pairs.map(({ early, later = early }) => later), claim.id, [base, against])
  // another processor has another ratio
  const isSteady = Boolean(steady && !steady.stale && steady.processor === machine.cpu)
  return {
    node,
    major,
    early: estimateOf(pairs.map(({ early }) => early), claim.id, [base, against]),
    late: steady && isSteady ? { ratio: steady.ratio, interval: steady.interval, pairs: Number(record?.pairs.length), cpuSeconds: steady.cpuSeconds } : late,
    isSteady,
  }
}

/** @param {import('./record.js').Look[]} looks @param {string} id @param {string[]} sides @returns {Estimate} */
function estimateOf (looks, id, sides) {
  const { ratio, interval: [low, high] } = judge(looks.map(({ ratios }) => Math.log(ratios[id])), { same: true }, priorOf())
  return {
    ratio: rounded(ratio, 4),
    interval: [rounded(low, 4), rounded(high, 4)],
    pairs: looks.length,
    cpuSeconds: rounded(median(looks.flatMap(({ cpuSeconds }) => sides.map((side) => cpuSeconds[side]))), 2),
  }
}

/** @param {Record<string, string>} then @param {Record<string, string>} now @param {string} side */
function isStale (then, now, side) {
  const [variant] = side.split('@')
  return then[variant] !== now[variant]
}
