import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { ROOT } from '@hotpath-labs/lab/project/project.js'
import { groupDigits } from '@hotpath-labs/terminal/numbers.js'
import { writeFileAtomically } from '@hotpath-labs/engine/files.js'
import { findOperationName } from '@hotpath-labs/lab/manifest.js'
import { DEFAULT_TEXT_WIDTH } from '@hotpath-labs/terminal/lines.js'
import { runVariantUnderLoad, runForEachVariantWithServices } from '../drive.js'
import { buildPagePath, createNodeVersionCheck } from '../tool.js'
import { OLDEST_NODE_WITH_PROCESS_METRICS, NODE_FLAGS_FOR_PROCESS_METRICS } from '../process-metrics.js'
import { createHeapFindings, formatHeapFinding, formatGrowthTable, summarizeHeapFindings } from './findings.js'
import { renderHeapPage } from './page.js'
import { HeapSnapshot } from './snapshot.js'

/**
 * @import { MeasuredProcess } from '@hotpath-labs/engine/process/measured-process.js'
 * @import { Services } from '../drive.js'
 * @import { Context, Tool } from '../tool.js'
 */

/** Milliseconds of load between two snapshots: enough for a thousand requests, which make a leak visible. */
const HALF_MS = 350

/** @type {Tool} */
export const heapTool = {
  cannot: createNodeVersionCheck('--tool heap', OLDEST_NODE_WITH_PROCESS_METRICS),

  async run (context) {
    const { plan } = context
    const { lab } = plan
    const { results, failure } = await runForEachVariantWithServices(context, (variant, services) =>
      takeSnapshots(context, variant, services))
    const files = results.flatMap(({ files }) => files)
    context.onProgress('comparing the snapshots')
    const findings = []
    for (const { variant, files, operations } of results.filter(({ files }) => files.length > 1)) {
      const run = { variant, operations: `${groupDigits(operations)} ${findOperationName(lab.manifest.kind)}s` }
      findings.push(createHeapFindings(run, await Promise.all(files.map(HeapSnapshot.read))))
    }
    const page = buildPagePath(context, 'heap')
    writeFileAtomically(page, renderHeapPage(plan, findings, files, ROOT))
    // also writes what the stage shows to a file, as the flame graphs' tool does
    const dataFile = page.replace(/html$/, 'json')
    writeFileAtomically(dataFile, JSON.stringify(summarizeHeapFindings(plan, findings, ROOT, context.nodeMajor)))
    const lines = findings.flatMap((found) => [
      `${plan.programs[found.variant].title}: ${formatHeapFinding(found, ROOT)}`,
      ...formatGrowthTable(found, (context.width ?? DEFAULT_TEXT_WIDTH) - 2).split('\n').map((line) => `  ${line}`),
      '',
    ])
    const isUnnamed = findings.some(({ rows }) => rows.some(({ name }) => name.startsWith('{')))
    return {
      page,
      files: [page, dataFile, ...files],
      lines: [...lines, 'before, during, after: objects in each of the snapshots.',
        ...isUnnamed ? ['{…} lists the properties of a plain object that refer to objects.'] : [],
        `To open in Chrome DevTools (Memory, Load profile): ${join('profiles', lab.name)}/*.heapsnapshot`],
      failure,
    }
  },
}

/** @param {Context} context @param {string} variant @param {Services} services */
async function takeSnapshots (context, variant, services) {
  /** @type {string[]} */
  const files = []
  const take = (/** @type {string} */ when) => async (/** @type {MeasuredProcess} */ measured) => {
    const file = join(context.folder, `${variant}-${when}.heapsnapshot`)
    await measured.ask('snapshot', { file })
    files.push(file)
  }
  const { operations, failure } = await runVariantUnderLoad(context, variant, services, {
    flags: NODE_FLAGS_FOR_PROCESS_METRICS,
    seconds: 0,
    before: take('before'),
    async during (measured) {
      await sleep(HALF_MS)
      await take('during')(measured)
      await sleep(HALF_MS)
    },
    after: take('after'),
  })
  return { files, operations, failure }
}
