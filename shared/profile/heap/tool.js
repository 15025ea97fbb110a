import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { Worker } from 'node:worker_threads'
import { operationOf, programName } from 'hotpath/lab'
import { ROOT } from '@hotpath-labs/project'
import { writeWhole } from 'hotpath/files'
import { WIDTH } from 'hotpath/report'
import { driven, withServices } from '../drive.js'
import { pageFile } from '../tools.js'
import { OLDEST_NODE, VITALS, snapshot } from '../vitals.js'
import { sentenceOf, tableOf } from './findings.js'
import { heapPage } from './page.js'

/** Of load before and after the second snapshot: a leak is seen after a thousand requests, and six snapshots have to be written and read besides. */
const HALF_MS = 350

/** @type {import('../tools.js').Tool} */
export const tool = {
  cannot: ({ nodeMajor }) => nodeMajor < OLDEST_NODE ? `--tool heap needs Node ${OLDEST_NODE} or newer, and this is Node ${nodeMajor}. Leave --node out, or use --tool prof.` : undefined,

  async run (context) {
    /** @type {Promise<import('./findings.js').Findings>[]} */
    const compared = []
    /** @type {string[]} */
    const files = []
    /** @type {import('../tools.js').Failure | undefined} */
    let failure
    await withServices(context, async (services) => {
      for (const variant of context.variants) {
        const taken = await snapshots(context, variant, services)
        failure ??= taken.failure
        files.push(...taken.files)
        if (taken.files.length > 1) compared.push(read({ variant, operations: told(taken.operations, context.lab) }, taken.files))
      }
    })
    context.onProgress('comparing the snapshots')
    const findings = await Promise.all(compared)
    const page = pageFile(context, 'heap')
    writeWhole(page, heapPage(context.lab, findings, files, ROOT))
    const lines = findings.flatMap((one) => [`${programName(context.lab.manifest, one.variant)}: ${sentenceOf(one, ROOT)}`, ...tableOf(one, WIDTH - 2).split('\n').map((line) => `  ${line}`), ''])
    return { page, files: [page, ...files], lines: [...lines, `To open in Chrome DevTools (Memory, Load profile): ${join('profiles', context.lab.name)}/*.heapsnapshot`], failure }
  },
}

/** @param {number} operations @param {import('hotpath/lab').Lab} lab */
function told (operations, { manifest }) {
  return `${operations.toLocaleString('en-US')} ${operationOf(manifest.kind)}s`
}

/** @param {{ variant: string, operations: string }} run @param {string[]} files @returns {Promise<import('./findings.js').Findings>} */
function read (run, files) {
  const reading = new Promise((resolve, reject) => {
    new Worker(new URL('reader.js', import.meta.url), { workerData: { run, files } }).once('message', resolve).once('error', reject)
  })
  // heard where it is awaited
  reading.catch(() => {})
  return reading
}

/**
 * @param {import('../tools.js').Context} context
 * @param {string} variant
 * @param {import('../drive.js').Services} services
 */
async function snapshots (context, variant, services) {
  /** @type {string[]} */
  const files = []
  /** @param {string} when @returns {(measured: import('hotpath/measure').MeasuredProcess) => Promise<void>} */
  const take = (when) => async (measured) => {
    const file = join(context.folder, `${variant}-${when}.heapsnapshot`)
    await snapshot(measured, file)
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
