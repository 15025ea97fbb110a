/** Old field names of manifests (schema 1) with their new names (schema 2), for each part of a manifest. */
const LAB = { ladder: 'variants', look: 'hotFrame' }
const CLAIM = { floor: 'atLeast', shown: 'dependsOn', within: 'equivalenceMargin' }
const INPUTS = { edges: 'edgeCases', drawn: 'randomInputs', within: 'tolerance' }
const REQUEST = { drawn: 'randomInputs', beside: 'background', seated: 'pinned' }

/**
 * Finds the first field of a manifest that still has its old name of schema 1.
 *
 * @param {any} manifest
 * @returns {{ field: string, name: string } | undefined} `field`: its place, such as claims.0.floor; `name`: its name today
 */
export function findRenamedField (manifest) {
  const { claims, workload, workloads } = manifest ?? {}
  /** @type {[string, any, Record<string, string>][]} */
  const parts = [
    ['', manifest, LAB],
    ...Object.entries(claims ?? {}).map(([index, claim]) => /** @type {[string, any, any]} */ ([`claims.${index}.`, claim, CLAIM])),
    ['workload.', workload, { ...REQUEST, ...INPUTS }],
    ...Object.entries(workloads ?? {}).map(([name, request]) => /** @type {[string, any, any]} */ ([`workloads.${name}.`, request, REQUEST])),
  ]
  for (const [place, part, names] of parts) {
    const former = Object.keys(names).find((name) => Object.hasOwn(part ?? {}, name))
    if (former) return { field: `${place}${former}`, name: names[former] }
  }
}
