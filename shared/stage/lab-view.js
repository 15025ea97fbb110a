import { existsSync, readFileSync } from 'node:fs'
import { basename, join } from 'node:path'
import { sidesOf } from '../lab/define.js'
import { changesOf } from './change.js'
import { notesOf } from './notes.js'

/**
 * What a page shows of a lab before anything is measured; the files are read anew for each page.
 *
 * @param {import('../lab/find.js').Lab} lab
 */
export function labView (lab) {
  const { title, question, kind, ladder, limit = null, look = null, claims } = lab.manifest
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
      recorded: recordedIn(lab.folder, claim.id),
    })),
    changes: changesOf(lab),
    files: Object.fromEntries(Object.entries(lab.files).map(([variant, file]) => [variant, basename(file)])),
    notes: notesOf(lab),
  }
}

/** @typedef {ReturnType<typeof labView>} LabView */

/** @param {string} folder of a lab @param {string} id of a claim @returns {{ node: string, low: number, high: number, machines: number }[]} what its records read, by Node's major version */
function recordedIn (folder, id) {
  const file = join(folder, 'records.json')
  /** @type {{ machine: { cpu: string }, node: string, ratios: Record<string, number[]> }[]} */
  const records = existsSync(file) ? JSON.parse(readFileSync(file, 'utf8')) : []
  const majors = [...new Set(records.map(({ node }) => Number.parseInt(node)))].sort((a, b) => a - b)
  return majors.flatMap((major) => {
    const those = records.filter(({ node, ratios }) => Number.parseInt(node) === major && ratios[id])
    const ratios = those.flatMap((record) => record.ratios[id])
    if (ratios.length === 0) return []
    return [{ node: String(major), low: Math.min(...ratios), high: Math.max(...ratios), machines: new Set(those.map(({ machine }) => machine.cpu)).size }]
  })
}
