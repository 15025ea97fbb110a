import { isDeepStrictEqual } from 'node:util'
import { askedIn, saysOf, sideNames, sidesOf } from 'hotpath/lab'
import { sourcesOf } from 'hotpath/sources'
import { curveFile, majorOf, readRecord } from '../curve/record.js'
import { steadyOf } from '../curve/steady.js'
import { recordedOf } from '../ledger/recorded.js'
import { rounded } from 'hotpath/measure'
import { judge, median, priorOf } from 'hotpath/stats'
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
 * @property {import('hotpath/lab').Claim} claim
 * @property {string} base
 * @property {string} against
 * @property {string} says what it claims, in a sentence
 * @property {import('hotpath/lab').SideNames['names']} names of its two programs
 * @property {Reading[]} readings from the oldest Node on
 * @property {import('../ledger/recorded.js').RecordedClaim} recorded runs and curves
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
 * @property {import('hotpath/lab').Lab} lab
 * @property {string[]} processors on which it was recorded
 * @property {ClaimOverVersions[]} claims
 * @property {{ node: string, cannot: string }[]} refusals
 * @property {string[]} stale Nodes whose record is of before a variant was changed
 * @property {{ side: string, from: string, to: string }[]} staleAcross the same of one variant on two Nodes
 * @property {Across[]} across
 */

/** @param {import('hotpath/lab').Lab} lab @returns {LabOverVersions} what is recorded of it, complete runs only */
export function overVersions (lab) {
  const record = readVersions(lab)
  const sources = sourcesOf(lab)
  const asked = askedIn(lab)
  const recorded = recordedOf(lab)
  const runs = record.versions.flatMap((run) => 'pairs' in run && run.pairs.length >= LEAST_PAIRS ? [run] : []).sort((a, b) => majorOf(a.node) - majorOf(b.node))
  const across = record.across.filter(({ pairs }) => pairs.length >= LEAST_PAIRS)
  return {
    lab,
    processors: [...new Set([...runs, ...across].map(({ machine }) => machine.cpu))],
    claims: lab.manifest.claims.map((claim, index) => {
      const sides = sidesOf(claim)
      const readings = runs.flatMap((run) => Object.hasOwn(run.pairs[0].early.ratios, claim.id) && isDeepStrictEqual(run.claims?.[claim.id] ?? asked[claim.id], asked[claim.id]) ? [readingOf(lab, run, claim, sides, sources)] : [])
      return { lab: lab.name, claim, ...sides, says: saysOf(lab.manifest, claim), names: sideNames(lab.manifest, claim).names, readings, recorded: recorded[index] }
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
 * @param {import('hotpath/lab').Lab} lab
 * @param {import('./record.js').VersionRun} run
 * @param {import('hotpath/lab').Claim} claim
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
