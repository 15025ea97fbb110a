import { existsSync, readFileSync, rmSync } from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { operationOf } from 'hotpath/lab'
import { CannotRun } from 'hotpath/failures'
import { writeWhole } from 'hotpath/files'
import { driven, withServices } from '../drive.js'
import { pageFile } from '../tools.js'
import { flameData } from './data.js'
import { flamePage } from './page.js'
import { summaryOf } from './summary.js'
import { treeOf } from './tree.js'

const RECORDER = fileURLToPath(new URL('recorder.cjs', import.meta.url))

/** Of load, for each variant: some 4,000 samples, so that a function with a hundredth of the time is met forty times. */
const SECONDS = 1.2

/** The first whose profiler tells the lines on which time is spent, and keeps what it has while the process exits. */
const OLDEST_NODE = 12

/** @typedef {import('../tools.js').Context} Context */

/** @type {import('../tools.js').Tool} */
export const tool = {
  cannot: ({ nodeMajor }) => nodeMajor < OLDEST_NODE ? `--tool flame needs Node ${OLDEST_NODE} or newer, and this is Node ${nodeMajor}. Leave --node out, or use --tool prof.` : undefined,

  async run (context) {
    const { profiles, per, files, failure } = await withServices(context, (services) => record(context, services))
    if (profiles.length === 0) return { files, lines: [], failure }
    const page = pageFile(context, 'flame')
    context.onProgress('drawing the flame graphs')
    const drawn = flameData(context.lab, profiles, per)
    // what is drawn can be drawn again where the profile was not taken: a recording has it
    const data = page.replace(/html$/, 'json')
    writeWhole(data, JSON.stringify(drawn))
    writeWhole(page, flamePage(drawn))
    return { page, files: [...files, data, page], lines: summaryOf(context.lab.manifest, profiles, per), failure }
  },
}

/** @param {Context} context @param {import('../drive.js').Services} services */
export async function record (context, services) {
  const read = []
  const files = []
  let failure
  for (const variant of context.variants) {
    const file = join(context.folder, `${variant}.cpuprofile`)
    rmSync(file, { force: true })
    const { operations, failure: died } = await driven(context, variant, services, {
      flags: ['--require', RECORDER],
      env: { HOTPATH_PROFILE: file },
      seconds: SECONDS,
      before: (measured) => measured.ask('profileFrom'),
      after: async (measured) => {
        const { problem } = await measured.ask('profileTo')
        if (problem) throw new CannotRun('the profile', `cannot be written: ${problem}`, '')
      },
    })
    failure ??= died
    if (!existsSync(file)) continue
    files.push(file)
    read.push({ variant, operations, profile: JSON.parse(readFileSync(file, 'utf8')) })
  }
  // one that died before it was warm has no operations to divide by, and the other is drawn on its scale
  const complete = read.every(({ operations }) => operations > 0)
  const profiles = read.map(({ variant, operations, profile }) => treeOf(profile, { variant, operations: complete ? operations : 1, folder: context.lab.folder }))
  return { profiles, per: complete ? `per ${operationOf(context.lab.manifest.kind)}` : 'in all', files, failure }
}
