import { basename } from 'node:path'
import { readingsOf, recordsOf } from '../ledger/readings.js'
import { sidesOf } from '../lab/sides.js'
import { changesOf } from './change.js'
import { notesOf } from './notes.js'

/**
 * What a page shows of a lab before anything is measured; the files are read anew for each page.
 *
 * @param {import('../lab/find.js').Lab} lab
 */
export function labView (lab) {
  const { title, question, kind, ladder, limit = null, look = null, claims } = lab.manifest
  const records = recordsOf(lab.folder)
  return {
    name: lab.name,
    title,
    question,
    kind,
    ladder,
    limit,
    look,
    claims: claims.map((claim) => ({
      id: claim.id,
      says: claim.says,
      metric: claim.metric,
      ...sidesOf(claim),
      floor: 'floor' in claim ? claim.floor : null,
      shown: 'shown' in claim ? claim.shown : null,
      within: 'same' in claim ? claim.within : null,
      until: ('until' in claim && claim.until) || null,
      published: claim.published ?? null,
      recorded: readingsOf(records, claim.id).map(({ node, interval: [low, high], processors }) => ({ node: String(node), low, high, machines: processors.length })),
    })),
    changes: changesOf(lab),
    files: Object.fromEntries(Object.entries(lab.files).map(([variant, file]) => [variant, basename(file)])),
    notes: notesOf(lab),
  }
}

/** @typedef {ReturnType<typeof labView>} LabView */
