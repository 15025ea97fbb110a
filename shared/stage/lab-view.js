import { basename } from 'node:path'
import { figuresOf, recordedOf } from '@hotpath-labs/history'
import { saysOf, sideNames, sidesOf } from 'hotpath/lab'
import { changesOf } from './change.js'
import { readNotes } from './notes.js'

/**
 * What a page shows of a lab before anything is measured; the files are read anew for each page.
 *
 * @param {import('hotpath/lab').Lab} lab
 */
export function labView (lab) {
  const { title, question, kind, ladder, limit = null, look = null, claims } = lab.manifest
  const recorded = recordedOf(lab)
  return {
    name: lab.name,
    title,
    question,
    kind,
    ladder,
    limit,
    look,
    claims: claims.map((claim, index) => ({
      id: claim.id,
      says: saysOf(lab.manifest, claim),
      ...sideNames(lab.manifest, claim),
      metric: claim.metric,
      ...sidesOf(claim),
      floor: 'floor' in claim ? claim.floor : null,
      shown: 'shown' in claim ? claim.shown : null,
      within: 'same' in claim ? claim.within : null,
      until: ('until' in claim && claim.until) || null,
      published: claim.published ?? null,
      gates: !('shown' in claim),
      recorded: figuresOf(recorded[index]),
    })),
    changes: changesOf(lab),
    files: Object.fromEntries(Object.entries(lab.files).map(([variant, file]) => [variant, basename(file)])),
    notes: readNotes(lab),
  }
}

/** @typedef {ReturnType<typeof labView>} LabView */
