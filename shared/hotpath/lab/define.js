import * as v from 'valibot'
import { complaint, list, shown } from './complaint.js'
import { CALLS, EVERYBODY, METRICS, manifests } from './manifest.js'
import { isExchangeable, sidesOf, splitSide } from './sides.js'

/** @typedef {import('./manifest.js').Manifest} Manifest */

/** A manifest that cannot be used; the message names the field and what was expected there. */
export class ManifestError extends Error {
  name = 'ManifestError'
}

/**
 * Checks what a `lab.js` says of its lab.
 *
 * @param {object} manifest see CONTRIBUTING.md, and any lab.js
 * @returns {Manifest} with its defaults filled in
 * @throws {ManifestError} naming the field and what was expected
 */
export function defineLab (manifest) {
  const { kind, hints } = /** @type {any} */ (manifest) ?? {}
  if (hints) throw new ManifestError('hints: write them into hints.md beside lab.js, as a numbered list')
  if (!Object.hasOwn(manifests, kind)) throw new ManifestError(`kind: expected ${list(Object.keys(manifests))}, but it is ${shown(kind)}`)
  /** @type {v.GenericSchema<any, Manifest> & { entries: object }} */
  const schema = manifests[/** @type {import('./manifest.js').Kind} */ (kind)]
  const parsed = v.safeParse(schema, manifest, { abortPipeEarly: true })
  if (!parsed.success) throw new ManifestError(complaint(parsed.issues[0], Object.keys(schema.entries)))
  checkNames(parsed.output)
  return parsed.output
}

/** @param {import('./manifest.js').Manifest} lab */
function checkNames (lab) {
  const variants = Object.keys(lab.ladder)
  for (const needed of ['slow', 'fast']) {
    if (!variants.includes(needed)) throw new ManifestError(`ladder: expected a variant named ${needed}, but there are only ${list(variants)}`)
  }
  for (const flagged of Object.keys(lab.flags)) {
    const steps = variants.filter((variant) => variant !== 'slow' && variant !== 'fast')
    // a file that is judged in the place of one of the two, or against them, has the same Node
    if (flagged !== EVERYBODY && !steps.includes(flagged)) throw new ManifestError(`flags: expected a variant between slow and fast (${list(steps) || 'there is none'}), or ${EVERYBODY} for all variants, but it names ${shown(flagged)}`)
  }
  const ids = lab.claims.map(({ id }) => id)
  const twice = ids.find((id, index) => ids.indexOf(id) !== index)
  if (twice) throw new ManifestError(`claims: expected every id once, but ${shown(twice)} is used twice`)

  if (lab.swap !== undefined) {
    const known = lab.claims.filter(isExchangeable).map(({ id }) => id)
    if (!known.includes(lab.swap)) throw new ManifestError(`swap: expected the id of a claim that asks for a ratio of 1 or more between two variants (${list(known) || 'there is none'}), but it is ${shown(lab.swap)}`)
  }
  const sides = lab.claims.flatMap((claim, index) => Object.values(sidesOf(claim)).map((side) => ({ side, where: `claims.${index}` })))
  for (const [name, { counts, atMost, ...expectations }] of Object.entries(lab.counters)) {
    const [side, words] = Object.entries(expectations).find(([, words]) => typeof words !== 'number' && !Object.hasOwn(CALLS, String(words))) ?? []
    if (side) throw new ManifestError(`counters.${name}.${side}: expected ${list(Object.keys(CALLS))} or a number, but it is ${shown(words)}`)
  }
  const counted = Object.entries(lab.counters).flatMap(([name, counter]) =>
    Object.keys(counter).filter((key) => !['counts', 'atMost'].includes(key)).map((side) => ({ side, where: `counters.${name}` })))
  const aged = 'maxAgeMs' in lab ? Object.keys(lab.maxAgeMs).map((side) => ({ side, where: 'maxAgeMs' })) : []
  for (const { side, where } of [...sides, ...counted, ...aged]) {
    const { variant, workload } = splitSide(side)
    if (!variants.includes(variant)) throw new ManifestError(`${where}: expected a variant of the ladder (${list(variants)}), but it names ${shown(variant)}`)
    const workloads = 'workloads' in lab ? Object.keys(lab.workloads) : []
    if (workload !== null && !workloads.includes(workload)) throw new ManifestError(`${where}: expected one of the workloads (${list(workloads) || 'there are none'}), but it names ${shown(workload)}`)
  }
  checkMetrics(lab)
}

/** @param {import('./manifest.js').Manifest} lab */
function checkMetrics (lab) {
  const workloads = 'workloads' in lab ? lab.workloads : {}
  if ('beside' in lab.workload && lab.workload.beside !== undefined) throw new ManifestError('workload.beside: expected this field only in one of the workloads; the lab\'s own workload runs alone')
  for (const [name, { beside }] of Object.entries(workloads)) {
    if (beside !== undefined && !Object.hasOwn(workloads, beside)) throw new ManifestError(`workloads.${name}.beside: expected the name of another workload (${list(Object.keys(workloads))}), but it is ${shown(beside)}`)
  }
  for (const [index, claim] of lab.claims.entries()) {
    const { metric } = claim
    /** @type {readonly string[]} */
    const known = METRICS[lab.kind]
    if (!known.includes(metric)) throw new ManifestError(`claims.${index}.metric: expected ${list(known)} for a lab of kind ${lab.kind}, but it is ${shown(metric)}`)
    const alone = Object.values(sidesOf(claim)).find((side) => metric === 'stall' && !workloads[splitSide(side).workload ?? '']?.beside)
    if (alone) throw new ManifestError(`claims.${index}: expected sides whose workload has the field beside, which causes the stalls, but ${shown(alone)} has none`)
  }
}
