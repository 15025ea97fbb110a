import { findNamesOfClaimSides, findClaimSides } from '@hotpath-labs/lab/sides.js'
import { parseSide } from '@hotpath-labs/engine/figures.js'
import { hashVariantSources } from '@hotpath-labs/lab/sources.js'
import { collectRecordedClaims } from '../figures/figures.js'
import { readAllRows } from '../records.js'

/**
 * @import { Claim } from '@hotpath-labs/lab/manifest.js'
 * @import { Lab } from '@hotpath-labs/lab/load.js'
 * @import { SideNames } from '@hotpath-labs/lab/phrase.js'
 * @import { RecordedClaim } from '../figures/figures.js'
 * @import { LabRecord, NodeRefusal } from '../records.js'
 */

/**
 * @typedef {object} Estimate
 * @property {number} ratio the cost of `slower` divided by that of `faster`, the geometric mean of the pairs
 * @property {[number, number]} interval 95 %
 * @property {number} cpuSeconds median age of the programs
 *
 * @typedef {object} VersionResult a claim on one Node
 * @property {string} node such as v20.20.2
 * @property {number} major
 * @property {Estimate} early as pnpm lab measures it
 * @property {Estimate} late of older processes: from a warm row of the record, else from a later row, else the same as `early`
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
 * @typedef {object} LabOverVersions
 * @property {Lab} lab
 * @property {string[]} processors on which it was recorded
 * @property {ClaimOverVersions[]} claims
 * @property {NodeRefusal[]} refusals
 * @property {string[]} stale Nodes that were recorded before a variant changed
 */

/** @param {string} version such as v20.20.2 @returns {number} */
export const parseNodeMajor = (version) => Number(version.match(/^v?(\d+)\./)?.[1])

/** Collects what is recorded of a lab on all versions of Node. @param {Lab} lab @returns {LabOverVersions} */
export function collectLabResultsByNode (lab) {
  const all = readAllRows(lab.folder)
  const rows = all.flatMap((row) => 'claims' in row && row.by === 'versions' ? [row] : [])
  const runs = rows.filter(({ age }) => age === 'early').sort((a, b) => parseNodeMajor(a.node) - parseNodeMajor(b.node))
  const sources = hashVariantSources(lab)
  const variants = lab.manifest.claims.flatMap((claim) => Object.values(findClaimSides(claim)).map((side) => parseSide(side).variant))
  return {
    lab,
    processors: [...new Set(runs.map(({ machine }) => machine.cpu))],
    claims: collectRecordedClaims(lab).map((recorded) => {
      const { claim, says } = recorded
      const readings = runs.filter(({ claims }) => claims[claim.id]).map((run) => {
        const later = rows.find(({ age, node }) => age === 'later' && node === run.node)
        return summarizeRun(run, later ?? run, recorded)
      })
      const { names } = findNamesOfClaimSides(lab.manifest, claim)
      return { lab: lab.name, claim, ...findClaimSides(claim), says, names, readings, recorded }
    }),
    refusals: all.flatMap((row) => 'cannot' in row ? [{ ...row, node: `v${row.node}` }] : []),
    stale: runs.filter((run) => variants.some((variant) => run.sources?.[variant] !== sources[variant])).map(({ node }) => `v${node}`),
  }
}

/** @param {LabRecord} run @param {LabRecord} later @param {RecordedClaim} recorded @returns {VersionResult} */
function summarizeRun (run, later, { claim: { id }, steady: warm }) {
  const major = parseNodeMajor(run.node)
  const [early, late] = [run, later].map(({ claims, cpuSeconds }) => /** @type {Estimate} */ ({ ...claims[id], cpuSeconds }))
  // skips rows from other processors, because ratios differ between processors
  const row = warm.findLast(({ node, steady }) => node === major && !steady.stale && steady.processor === run.machine.cpu)
  return { node: `v${run.node}`, major, early, late: row?.steady ?? late }
}
