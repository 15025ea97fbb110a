import { existsSync, readFileSync, rmSync } from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { CannotRun } from 'hotpath/failures'
import { writeWhole } from 'hotpath/files'
import { nameOperation } from 'hotpath/lab'
import { driveInTurn } from '../drive.js'
import { buildPageFile, explainNodeNeeded } from '../tools.js'
import { createFlameData } from './data.js'
import { renderFlamePage } from './page.js'
import { formatSummary } from './summary.js'
import { buildTree } from './tree.js'

/** @import { Context, Failure, Tool } from '../tools.js' */
/** @import { Profiled } from './tree.js' */

const RECORDER = fileURLToPath(new URL('recorder.cjs', import.meta.url))

/** Seconds of load: 1.2 s give about 4,000 samples, so a function with 1 % of the time appears in forty of them. */
const SECONDS = 1.2

/** Oldest usable major version of Node: 12 was the first whose profiler counts ticks per line and keeps samples at the exit. */
const OLDEST_NODE = 12

/** @type {Tool} */
export const tool = {
  cannot: explainNodeNeeded('--tool flame', OLDEST_NODE),

  async run (context) {
    const { profiles, per, files, failure } = await recordProfiles(context)
    if (profiles.length === 0) return { files, lines: [], failure }
    const page = buildPageFile(context, 'flame')
    context.onProgress('drawing the flame graphs')
    const data = createFlameData(context.lab, profiles, per)
    // file with the page's data, from which a recording can draw the page on another machine
    const dataFile = page.replace(/html$/, 'json')
    writeWhole(dataFile, JSON.stringify(data))
    writeWhole(page, renderFlamePage(data))
    return { page, files: [...files, dataFile, page], lines: formatSummary(context.lab.manifest, profiles, per), failure }
  },
}

/** @param {Context} context @returns {Promise<{ profiles: Profiled[], per: string, files: string[], failure?: Failure }>} */
async function recordProfiles (context) {
  const { lab, folder } = context
  const fileFor = (/** @type {string} */ variant) => join(folder, `${variant}.cpuprofile`)
  const { results, failure } = await driveInTurn(context, (variant) => {
    rmSync(fileFor(variant), { force: true })
    return {
      flags: ['--require', RECORDER],
      env: { HOTPATH_PROFILE: fileFor(variant) },
      seconds: SECONDS,
      before: (measured) => measured.ask('profileFrom'),
      after: async (measured) => {
        const { problem } = await measured.ask('profileTo')
        if (problem) throw new CannotRun('the profile', `cannot be written: ${problem}`, '')
      },
    }
  })
  const written = results.map(({ variant, operations }) => ({ variant, operations, file: fileFor(variant) }))
    .filter(({ file }) => existsSync(file))
  // without operations (a variant died during warm-up) neither graph shows time per operation, because both share a scale
  const isPerOperation = written.every(({ operations }) => operations > 0)
  return {
    profiles: written.map(({ variant, operations, file }) => buildTree(
      JSON.parse(readFileSync(file, 'utf8')),
      { variant, operations: isPerOperation ? operations : 1, folder: lab.folder }
    )),
    per: isPerOperation ? `per ${nameOperation(lab.manifest.kind)}` : 'in all',
    files: written.map(({ file }) => file),
    failure,
  }
}
