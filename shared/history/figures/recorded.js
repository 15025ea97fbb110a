import { existsSync, readdirSync } from 'node:fs'
import { join } from 'node:path'
import { resolveDataFilePath, describeClaim, findClaimSides } from 'hotpath/lab'
import { hashVariantSources } from 'hotpath/sources'
import { readCurves } from '../curve/curve-file.js'
import { computeSteadyRatio } from '../curve/steady.js'
import { readLabRecords, summarizeClaimRuns } from '../records/records.js'

/** @import { Claim, Lab } from 'hotpath/lab' */
/** @import { Steady } from 'hotpath/measure' */
/** @import { CurveRecord } from '../curve/curve-file.js' */
/** @import { RunSummary } from '../records/records.js' */

/** Pattern of a curve file's name, such as node22.json for Node 22. */
const CURVE = /^node(\d+)\.json$/

/**
 * @typedef {object} RecordedClaim
 * @property {Claim} claim
 * @property {string} says the claim, in a sentence
 * @property {RunSummary[]} early runs of the default length, the oldest Node first
 * @property {{ node: number, pairs: number, steady: Steady }[]} steady ratios from the curves, the oldest Node first
 */

/** Collects the recorded runs and curves of a lab's claims. @param {Lab} lab @returns {RecordedClaim[]} */
export function collectRecordedClaims (lab) {
  const runs = readLabRecords(lab.folder)
  const curves = readAllCurves(lab.folder)
  const sources = hashVariantSources(lab)
  return lab.manifest.claims.map((claim) => ({
    claim,
    says: describeClaim(lab.manifest, claim),
    early: summarizeClaimRuns(runs, claim.id),
    steady: curves.flatMap(({ node, record }) => {
      const steady = computeSteadyRatio(record, { ...claim, ...findClaimSides(claim) }, sources)
      return steady ? [{ node, pairs: record.pairs.length, steady }] : []
    }),
  }))
}

/** @param {string} folder of a lab @returns {{ node: number, record: CurveRecord }[]} without unusable files */
function readAllCurves (folder) {
  const curves = resolveDataFilePath(folder, 'curves')
  if (!existsSync(curves)) return []
  const nodes = readdirSync(curves).flatMap((file) => CURVE.exec(file)?.[1] ?? []).map(Number).sort((a, b) => a - b)
  return nodes.flatMap((node) => {
    const { record } = readCurves(join(curves, `node${node}.json`), node)
    return record ? [{ node, record }] : []
  })
}
