import { describeClaim, findClaimSides } from 'hotpath/lab'
import { hashVariantSources } from 'hotpath/sources'
import { listWarmRuns, readLabRecords, summarizeClaimRuns } from '../records/records.js'

/** @import { Claim, Lab } from 'hotpath/lab' */
/** @import { Steady } from 'hotpath/measure' */
/** @import { RunSummary } from '../records/records.js' */

/**
 * @typedef {object} RecordedClaim
 * @property {Claim} claim
 * @property {string} says the claim, in a sentence
 * @property {RunSummary[]} early runs with the default warm-up, the oldest Node first
 * @property {{ node: number, pairs: number, steady: Steady }[]} steady warm runs, the oldest Node first
 */

/** Collects the recorded runs of a lab's claims. @param {Lab} lab @returns {RecordedClaim[]} */
export function collectRecordedClaims (lab) {
  const runs = readLabRecords(lab.folder)
  const sources = hashVariantSources(lab)
  return lab.manifest.claims.map((claim) => ({
    claim,
    says: describeClaim(lab.manifest, claim),
    early: summarizeClaimRuns(runs, claim.id),
    steady: listWarmRuns(runs, { id: claim.id, ...findClaimSides(claim) }, sources),
  }))
}
