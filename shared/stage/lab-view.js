import { basename } from 'node:path'
import { listFiguresByNode, collectRecordedClaims } from '@hotpath-labs/history'
import { describeClaim, findNamesOfClaimSides, findClaimSides } from 'hotpath/lab'
import { listVariantChanges } from './change.js'
import { readSpeakerNotes } from './notes.js'

/**
 * Describes a lab for the page of `pnpm demo`: texts, claims, recorded figures, code changes and notes. Each call reads the files again.
 *
 * @param {import('hotpath/lab').Lab} lab
 */
export function describeLabForPage (lab) {
  const { title, question, kind, variants, limit = null, hotFrame = null, claims } = lab.manifest
  const recorded = collectRecordedClaims(lab)
  return {
    name: lab.name,
    title,
    question,
    kind,
    variants,
    limit,
    hotFrame,
    claims: claims.map((claim, index) => ({
      id: claim.id,
      says: describeClaim(lab.manifest, claim),
      ...findNamesOfClaimSides(lab.manifest, claim),
      metric: claim.metric,
      ...findClaimSides(claim),
      atLeast: 'atLeast' in claim ? claim.atLeast : null,
      dependsOn: 'dependsOn' in claim ? claim.dependsOn : null,
      equivalenceMargin: 'same' in claim ? claim.equivalenceMargin : null,
      until: ('until' in claim && claim.until) || null,
      published: claim.published ?? null,
      required: !('dependsOn' in claim),
      recorded: listFiguresByNode(recorded[index]),
    })),
    changes: listVariantChanges(lab),
    files: Object.fromEntries(Object.entries(lab.files).map(([variant, file]) => [variant, basename(file)])),
    notes: readSpeakerNotes(lab),
  }
}

/** @typedef {ReturnType<typeof describeLabForPage>} LabView */
