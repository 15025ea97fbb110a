import { once } from 'node:events'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { Worker } from 'node:worker_threads'
import { ROOT } from '@hotpath-labs/project'
import { writeWhole } from 'hotpath/files'
import { operationOf, programName } from 'hotpath/lab'
import { WIDTH } from 'hotpath/report'
import { driven, takeInTurn } from '../drive.js'
import { buildPageFile, needsNode } from '../tools.js'
import { OLDEST_NODE, VITALS } from '../vitals.js'
import { formatFinding, formatTable } from './findings.js'
import { heapPage } from './page.js'

/** @import { MeasuredProcess } from 'hotpath/measure' */
/** @import { Services } from '../drive.js' */
/** @import { Context, Tool } from '../tools.js' */
/** @import { Findings } from './findings.js' */

/** Load before and after the second snapshot. A leak shows after a thousand requests, and six snapshots take time too. */
const HALF_MS = 350

/** @type {Tool} */
export const tool = {
  cannot: needsNode('--tool heap', OLDEST_NODE),

  async run (context) {
    const { lab } = context
    const { results, failure } = await takeInTurn(context, async (variant, services) => {
      const { files, operations, failure } = await takeSnapshots(context, variant, services)
      const run = { variant, operations: `${operations.toLocaleString('en-US')} ${operationOf(lab.manifest.kind)}s` }
      return { files, failure, reading: files.length > 1 ? readSnapshots(run, files) : undefined }
    })
    const files = results.flatMap(({ files }) => files)
    context.onProgress('comparing the snapshots')
    const findings = await Promise.all(results.flatMap(({ reading }) => reading ?? []))
    const page = buildPageFile(context, 'heap')
    writeWhole(page, heapPage(lab, findings, files, ROOT))
    const lines = findings.flatMap((found) => [`${programName(lab.manifest, found.variant)}: ${formatFinding(found, ROOT)}`, ...formatTable(found, WIDTH - 2).split('\n').map((line) => `  ${line}`), ''])
    return { page, files: [page, ...files], lines: [...lines, `To open in Chrome DevTools (Memory, Load profile): ${join('profiles', lab.name)}/*.heapsnapshot`], failure }
  },
}

/** @param {{ variant: string, operations: string }} run @param {string[]} files @returns {Promise<Findings>} */
function readSnapshots (run, files) {
  const reading = once(new Worker(new URL('reader.js', import.meta.url), { workerData: { run, files } }), 'message').then(([findings]) => findings)
  // an error is thrown where the promise is awaited
  reading.catch(() => {})
  return reading
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
  const { operations, failure } = await driven(context, variant, services, {
    flags: VITALS,
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
