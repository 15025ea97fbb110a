import { isDeepStrictEqual } from 'node:util'
import { listSidesOfAllClaims, findNamesOfClaimSides, findClaimSides, parseClaimSide } from 'hotpath/lab'
import { hashVariantSources } from 'hotpath/sources'
import { roundToDecimals } from 'hotpath/measure'
import { median } from 'hotpath/stats'
import { estimateRatioOfPairs } from '../curve/shape.js'
import { collectRecordedClaims } from '../figures/recorded.js'
import { CROSS_VERSION_RATIO_NAME, MIN_PAIRS_PER_NODE_VERSION, parseNodeMajor, readVersionsRecord } from './versions-file.js'

/** @import { Claim, Lab, SideNames } from 'hotpath/lab' */
/** @import { RecordedClaim } from '../figures/recorded.js' */
/** @import { VersionPair, VersionRun } from './versions-file.js' */

/**
 * @typedef {object} Estimate
 * @property {number} ratio the cost of `slower` divided by that of `faster`, the geometric mean of the pairs
 * @property {[number, number]} interval 95 %
 * @property {number} pairs
 * @property {number} cpuSeconds median age of the sides
 *
 * @typedef {object} VersionResult a claim on one Node
 * @property {string} node such as v20.20.2
 * @property {number} major
 * @property {Estimate} early as pnpm lab measures it
 * @property {Estimate} late of older processes: from a warm row of the record, else from the second measurement, else the same as `early`
 *
 * @typedef {object} ClaimOverVersions
 * @property {string} lab
 * @property {Claim} claim
 * @property {string} slower
 * @property {string} faster
 * @property {string} says the claim, in a sentence
 * @property {SideNames['names']} names of its two programs
 * @property {VersionResult[]} readings the oldest Node first
 * @property {RecordedClaim} recorded runs, early and warm
 *
 * @typedef {object} CrossVersionResult
 * @property {string} lab
 * @property {string} side
 * @property {string} from
 * @property {string} to
 * @property {Estimate} early
 * @property {Estimate} late
 *
 * @typedef {object} LabOverVersions
 * @property {Lab} lab
 * @property {string[]} processors on which it was recorded
 * @property {ClaimOverVersions[]} claims
 * @property {{ node: string, cannot: string }[]} refusals
 * @property {string[]} stale Nodes that were recorded before a variant changed
 * @property {{ side: string, from: string, to: string }[]} staleAcross the same, of one variant on two Nodes
 * @property {CrossVersionResult[]} across
 */

/** Collects a lab's complete recorded runs on all versions of Node. @param {Lab} lab @returns {LabOverVersions} */
export function collectLabResultsByNode (lab) {
  const record = readVersionsRecord(lab)
  const sources = hashVariantSources(lab)
  const asked = listSidesOfAllClaims(lab)
  const runs = record.versions.flatMap((run) => 'pairs' in run && run.pairs.length >= MIN_PAIRS_PER_NODE_VERSION ? [run] : [])
    .sort((a, b) => parseNodeMajor(a.node) - parseNodeMajor(b.node))
  const across = record.across.filter(({ pairs }) => pairs.length >= MIN_PAIRS_PER_NODE_VERSION)
  const hasClaim = (/** @type {VersionRun} */ { claims, pairs }, /** @type {string} */ id) =>
    Object.hasOwn(pairs[0].early.ratios, id) && isDeepStrictEqual(claims?.[id] ?? asked[id], asked[id])
  const variants = Object.values(asked).flatMap(([slower, faster]) => [slower, faster]).map((side) => parseClaimSide(side).variant)
  return {
    lab,
    processors: [...new Set([...runs, ...across].map(({ machine }) => machine.cpu))],
    claims: collectRecordedClaims(lab).map((recorded) => {
      const { claim, says } = recorded
      const readings = runs.filter((run) => hasClaim(run, claim.id)).map((run) => summarizeRun(run, recorded))
      const { names } = findNamesOfClaimSides(lab.manifest, claim)
      return { lab: lab.name, claim, ...findClaimSides(claim), says, names, readings, recorded }
    }),
    refusals: record.versions.flatMap((run) => 'cannot' in run ? [run] : []),
    stale: runs.filter((run) => variants.some((variant) => run.sources[variant] !== sources[variant])).map(({ node }) => node),
    staleAcross: across.filter(({ side, source }) => source !== sources[side]).map(({ side, from, to }) => ({ side, from, to })),
    across: across.map(({ side, from, to, pairs }) =>
      ({ lab: lab.name, side, from, to, ...estimatePairs(pairs, CROSS_VERSION_RATIO_NAME, [from, to]) })),
  }
}

/** @param {VersionRun} run @param {RecordedClaim} recorded @returns {VersionResult} */
function summarizeRun ({ node, pairs, machine }, { claim, steady: warm }) {
  const major = parseNodeMajor(node)
  const { early, late } = estimatePairs(pairs, claim.id, Object.values(findClaimSides(claim)))
  // skips rows from other processors, because ratios differ between processors
  const row = warm.find(({ node, steady }) => node === major && !steady.stale && steady.processor === machine.cpu)
  if (!row) return { node, major, early, late }
  const { ratio, interval, cpuSeconds } = row.steady
  return { node, major, early, late: { ratio, interval, pairs: row.pairs, cpuSeconds } }
}

/** @param {VersionPair[]} pairs @param {string} id @param {string[]} sides @returns {{ early: Estimate, late: Estimate }} */
function estimatePairs (pairs, id, sides) {
  const [early, late] = [pairs.map(({ early }) => early), pairs.map(({ early, later = early }) => later)].map((measured) => ({
    ...estimateRatioOfPairs(measured.map(({ ratios }) => ratios[id])),
    pairs: measured.length,
    cpuSeconds: roundToDecimals(median(measured.flatMap(({ cpuSeconds }) => sides.map((side) => cpuSeconds[side]))), 2),
  }))
  return { early, late }
}
