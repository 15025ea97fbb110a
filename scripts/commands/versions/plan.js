import { describeProgramsAndClaims, findResumableRecord, chooseMsBetweenMeasurements, readVersionsRecord, recordCrossVersionRun, recordClaimsOnNode, estimateSecondsPerNode, writeVersionsRecord } from '@hotpath-labs/history'
import { hashVariantSources } from 'hotpath/sources'
import { formatTodaysDate } from 'hotpath/measure'
import { CannotRun, VariantFailure } from 'hotpath/failures'
import { drawSeed } from 'hotpath/stats'
import { EXIT_CODES, setExitCodeUnlessWorse } from 'hotpath/cli'

/** @import { Lab } from 'hotpath/lab' */
/** @import { VersionsRecord } from '@hotpath-labs/history' */
/** @import { TerminalProgress } from 'hotpath/cli' */

/** @typedef {{ version: string, file: string }} Binary a Node */
/** @typedef {{ seconds: number, run: (progress: TerminalProgress) => Promise<string> }} Task `run` resolves to its outcome */

/**
 * Plans a recording of a lab's claims on each version of Node that has no complete record yet.
 *
 * @param {Lab} lab
 * @param {Binary[]} nodes
 * @param {any} options
 * @returns {Task[]}
 */
export function planVersionRecordings (lab, nodes, { pairs, age, seed = drawSeed(), force }) {
  const laterMs = chooseMsBetweenMeasurements(lab, age)
  const settings = { ...describeProgramsAndClaims(lab), laterMs: laterMs ?? null }
  const known = readVersionsRecord(lab).versions
  return nodes.flatMap(({ version, file }) => {
    const recorded = known.find(({ node }) => node === version)
    // starts again if the lab could not run on this version of Node before, because newer packages may run on it
    const begun = !force && recorded && 'pairs' in recorded ? findResumableRecord(recorded, settings) : undefined
    const missing = pairs - (begun?.pairs.length ?? 0)
    if (missing <= 0) return []
    return [{
      seconds: estimateSecondsPerNode(lab, missing, laterMs),
      run: (progress) => measureVersion(lab, { node: file, version, seed, pairs, laterMs, begun }, progress),
    }]
  })
}

/** @param {Lab} lab @param {Omit<Parameters<typeof recordClaimsOnNode>[1], 'onPair'>} options @param {TerminalProgress} progress */
async function measureVersion (lab, options, progress) {
  const { version, pairs } = options
  const name = `${lab.name} on Node ${version}`
  const keep = (/** @type {VersionsRecord['versions'][number]} */ entry) => {
    const record = readVersionsRecord(lab)
    const others = record.versions.filter(({ node }) => node !== version)
    writeVersionsRecord(lab.folder, { ...record, versions: sortByVersion([...others, entry]) })
  }
  progress.show(name)
  const { failure, cannot } = await recordClaimsOnNode(lab, {
    ...options,
    onPair (run) {
      keep(run)
      progress.show(`${name}: ${run.pairs.length} of ${pairs} pairs`)
    },
  })
  if (failure !== undefined) {
    setExitCodeUnlessWorse(EXIT_CODES.broken)
    return `${name} failed: ${failure}`
  }
  if (cannot === undefined) return `${name}: ${pairs} pairs`
  keep({ node: version, recorded: formatTodaysDate(), cannot })
  return `${lab.name} cannot run on Node ${version}: ${cannot},`
}

/**
 * Plans recordings that compare one variant on each version of Node with the same variant on the next version.
 * @param {Lab} lab @param {Binary[]} nodes @param {any} options @returns {Task[]}
 */
export function planCrossVersionRecordings (lab, nodes, { across: side, pairs, age, seed = drawSeed(), force }) {
  const laterMs = Number(chooseMsBetweenMeasurements(lab, age))
  const source = hashVariantSources(lab)[side]
  return nodes.slice(1).flatMap((to, index) => {
    const from = nodes[index]
    const { across } = readVersionsRecord(lab)
    const recorded = across.find((entry) => entry.side === side && entry.from === from.version && entry.to === to.version)
    const begun = force ? undefined : findResumableRecord(recorded, { source, laterMs })
    const missing = pairs - (begun?.pairs.length ?? 0)
    if (missing <= 0) return []
    return [{
      seconds: estimateSecondsPerNode(lab, missing, laterMs),
      run: (progress) => measureAcross(lab, { side, from, to, seed, pairs, laterMs, begun }, progress),
    }]
  })
}

/** @param {Lab} lab @param {Omit<Parameters<typeof recordCrossVersionRun>[1], 'onPair'>} options @param {TerminalProgress} progress */
async function measureAcross (lab, options, progress) {
  const { side, from, to, pairs } = options
  const name = `${lab.name} ${side}, Node ${from.version} to ${to.version}`
  progress.show(name)
  try {
    const { failure } = await recordCrossVersionRun(lab, {
      ...options,
      onPair (run) {
        const record = readVersionsRecord(lab)
        const others = record.across.filter((entry) => entry.side !== side || entry.from !== from.version || entry.to !== to.version)
        writeVersionsRecord(lab.folder, { ...record, across: [...others, run] })
        progress.show(`${name}: ${run.pairs.length} of ${pairs} pairs`)
      },
    })
    if (failure === undefined) return `${name}: ${pairs} pairs`
    setExitCodeUnlessWorse(EXIT_CODES.broken)
    return failure
  } catch (error) {
    if (!(error instanceof VariantFailure)) throw error
    throw new CannotRun('NODE_LACKS_FEATURE', name, `cannot be measured: ${error.message}`, 'Choose versions of Node that know the syntax of this variant')
  }
}

/** @param {VersionsRecord['versions']} versions @returns {VersionsRecord['versions']} the oldest version first */
function sortByVersion (versions) {
  return versions.toSorted((a, b) => a.node.localeCompare(b.node, 'en', { numeric: true }))
}
