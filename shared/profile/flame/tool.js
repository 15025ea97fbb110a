import { existsSync, readFileSync, rmSync } from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { CannotRun } from '@hotpath-labs/engine/failures.js'
import { writeFileAtomically } from '@hotpath-labs/engine/files.js'
import { findOperationName } from '@hotpath-labs/lab/manifest.js'
import { runVariantsUnderLoad } from '../drive.js'
import { buildPagePath, createNodeVersionCheck } from '../tool.js'
import { createFlamePageData } from './data.js'
import { renderFlamePage } from './page.js'
import { formatFlameSummary } from './summary.js'
import { buildFlameTree } from './tree.js'

/**
 * @import { Context, Failure, Tool } from '../tool.js'
 * @import { Profiled } from './tree.js'
 */

const RECORDER = fileURLToPath(new URL('recorder.cjs', import.meta.url))

/** Seconds of load: 1.2 s give about 4,000 samples, so a function with 1 % of the time appears in forty samples. */
const SECONDS = 1.2

/** Oldest version of Node for flame graphs. Before Node 12, V8's profiler counted no ticks per line and lost its samples at exit. */
const OLDEST_NODE = 12

/** @type {Tool} */
export const flameTool = {
  cannot: createNodeVersionCheck('--tool flame', OLDEST_NODE),

  async run (context) {
    const { profiles, per, files, failure } = await recordProfiles(context)
    if (profiles.length === 0) return { files, lines: [], failure }
    const page = buildPagePath(context, 'flame')
    context.onProgress('drawing the flame graphs')
    const data = createFlamePageData(context.lab, profiles, per, context.nodeMajor)
    // also writes the page's data to a file: a recorded demo draws the page from this file on another machine
    const dataFile = page.replace(/html$/, 'json')
    writeFileAtomically(dataFile, JSON.stringify(data))
    writeFileAtomically(page, renderFlamePage(data))
    const lines = formatFlameSummary(context.lab.manifest, profiles, per, context.nodeMajor)
    return { page, files: [...files, dataFile, page], lines, failure }
  },
}

/** @param {Context} context @returns {Promise<{ profiles: Profiled[], per: string, files: string[], failure?: Failure }>} */
async function recordProfiles (context) {
  const { lab, folder } = context
  const fileFor = (/** @type {string} */ variant) => join(folder, `${variant}.cpuprofile`)
  const { results, failure } = await runVariantsUnderLoad(context, (variant) => {
    rmSync(fileFor(variant), { force: true })
    return {
      flags: ['--require', RECORDER],
      env: { HOTPATH_PROFILE: fileFor(variant) },
      seconds: SECONDS,
      before: (measured) => measured.ask('profileFrom'),
      after: async (measured) => {
        const { problem } = await measured.ask('profileTo')
        if (problem) throw new CannotRun('UNWRITABLE', 'the profile', `cannot be written: ${problem}`, '')
      },
    }
  })
  const written = results.map(({ variant, operations }) => ({ variant, operations, file: fileFor(variant) }))
    .filter(({ file }) => existsSync(file))
  // shows times per operation only if every variant has completed an operation, because all graphs share one scale
  const isPerOperation = written.every(({ operations }) => operations > 0)
  return {
    profiles: written.map(({ variant, operations, file }) => buildFlameTree(
      JSON.parse(readFileSync(file, 'utf8')),
      { variant, operations: isPerOperation ? operations : 1, folder: lab.folder }
    )),
    per: isPerOperation ? `per ${findOperationName(lab.manifest.kind)}` : 'in all',
    files: written.map(({ file }) => file),
    failure,
  }
}
