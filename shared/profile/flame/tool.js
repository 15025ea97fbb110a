import { existsSync, readFileSync, realpathSync, rmSync } from 'node:fs'
import { basename, dirname, join, relative, sep } from 'node:path'
import { fileURLToPath } from 'node:url'
import { CannotRun, VariantFailure, describeFailure } from '@hotpath-labs/engine/failures.js'
import { writeFileAtomically } from '@hotpath-labs/engine/files.js'
import { RUN_LIMITS, runNodeForOutput } from '@hotpath-labs/engine/process/node-options.js'
import { createRandom } from '@hotpath-labs/engine/stats/random.js'
import { findOperationName } from '@hotpath-labs/lab/manifest.js'
import { chooseSupportedFlags } from '@hotpath-labs/lab/measure/flags.js'
import { isLabProgram } from '@hotpath-labs/lab/plans.js'
import { runVariantsSideBySide } from '../side-by-side.js'
import { buildPagePath, createNodeVersionCheck } from '../tool.js'
import { createFlamePageData } from './data.js'
import { renderFlamePage } from './page.js'
import { formatFlameSummary } from './summary.js'
import { buildFlameTree } from './tree.js'

/**
 * @import { FunctionManifest } from '@hotpath-labs/lab/manifest.js'
 * @import { Context, Failure, Tool } from '../tool.js'
 * @import { Profiled } from './tree.js'
 */

/** Time in µs between two samples of a command's run, which is short. */
const SAMPLE_EVERY_US = 200

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
    const data = createFlamePageData(context.plan, profiles, per, context.nodeMajor)
    // also writes the page's data to a file: a recorded demo draws the page from this file on another machine
    const dataFile = page.replace(/html$/, 'json')
    writeFileAtomically(dataFile, JSON.stringify(data))
    writeFileAtomically(page, renderFlamePage(data))
    const lines = formatFlameSummary(context.plan, profiles, per, context.nodeMajor, context.width)
    return { page, files: [...files, dataFile, page], lines, failure }
  },
}

/** @param {Context} context @returns {Promise<{ profiles: Profiled[], per: string, files: string[], failure?: Failure }>} */
async function recordProfiles (context) {
  const { plan: { lab }, folder } = context
  const fileFor = (/** @type {string} */ variant) => join(folder, `${variant}.cpuprofile`)
  for (const variant of context.variants) rmSync(fileFor(variant), { force: true })
  const record = lab.manifest.kind === 'command' ? recordRuns : recordUnderLoad
  const { results, failure } = await record(context, fileFor)
  const written = results.map((result) => ({ ...result, file: fileFor(result.variant) }))
    .filter(({ file }) => existsSync(file))
  // shows times per operation only if every variant has completed an operation, because all graphs share one scale
  const isPerOperation = written.every(({ operations }) => operations > 0)
  return {
    profiles: written.map(({ variant, operations, before, file }) => buildFlameTree(readProfile(file), {
      variant,
      operations: isPerOperation ? operations : 1,
      before,
      folder: lab.folder,
      findOriginal: createOriginalFinder(context.plan, variant),
    })),
    per: isPerOperation ? `per ${findOperationName(lab.manifest.kind)}` : 'in all',
    files: written.map(({ file }) => file),
    failure,
  }
}

/**
 * @param {Context['plan']} plan
 * @param {string} variant
 * @returns {((file: string) => string) | undefined} finds the lab's file that an attendee's file was copied from
 */
function createOriginalFinder (plan, variant) {
  if (isLabProgram(plan, variant)) return
  const { lab, programs } = plan
  const attempt = realpathSync(programs[variant].file)
  const folder = dirname(attempt)
  return (file) => file === attempt ? programs.slow.file : file.startsWith(folder + sep) ? join(lab.folder, relative(folder, file)) : file
}

/** @param {string} file @returns {any} @throws {CannotRun} if it is cut off */
function readProfile (file) {
  try {
    return JSON.parse(readFileSync(file, 'utf8'))
  } catch (error) {
    if (!(error instanceof SyntaxError)) throw error
    throw new CannotRun('UNWRITABLE', 'the profile', `is cut off: ${file}`, 'Is the disk full?')
  }
}

/** @param {Context} context @param {(variant: string) => string} fileFor a variant's profile */
function recordUnderLoad (context, fileFor) {
  return runVariantsSideBySide(
    context,
    (variant) => ({ flags: ['--require', RECORDER], env: { HOTPATH_PROFILE: fileFor(variant) } }),
    {
      seconds: SECONDS,
      beforeBatch: (measured) => measured.ask('profileFrom'),
      afterBatch: (measured) => measured.ask('profileTo'),
      after: async (measured) => {
        const { problem } = await measured.ask('profileWrite')
        if (problem) throw new CannotRun('UNWRITABLE', 'the profile', `cannot be written: ${problem}`, '')
      },
    }
  )
}

/**
 * Records one run of each command, which Node profiles by itself from its start.
 *
 * @param {Context} context
 * @param {(variant: string) => string} fileFor a variant's profile
 * @returns {Promise<{ results: { variant: string, operations: number, before: number }[], failure?: Failure }>}
 */
async function recordRuns ({ plan: { programs, workload }, variants, node, seed, onProgress }, fileFor) {
  const own = await chooseSupportedFlags(programs, node)
  const [words] = /** @type {FunctionManifest['workload']} */ (workload).inputs(createRandom(seed))
  /** @type {Failure | undefined} */
  let failure
  for (const variant of variants) {
    onProgress(`${variant}: one run`)
    const file = fileFor(variant)
    const flags = ['--cpu-prof', `--cpu-prof-interval=${SAMPLE_EVERY_US}`, `--cpu-prof-dir=${dirname(file)}`, `--cpu-prof-name=${basename(file)}`]
    await runNodeForOutput(node, [...flags, ...own[variant] ?? [], programs[variant].file, ...words.map(String)]).catch((error) => {
      // a command that fails has a profile, too
      if (existsSync(file)) return
      const killed = explainKill(variant, error)
      if (!killed) throw new CannotRun('UNWRITABLE', 'the profile', `cannot be written: ${error.message.split('\n')[0]}`, '')
      failure ??= describeFailure(killed)
    })
  }
  return { results: variants.map((variant) => ({ variant, operations: 1, before: 0 })), failure }
}

/**
 * @param {string} variant
 * @param {import('node:child_process').ExecFileException} error of its run
 * @returns {VariantFailure | undefined} undefined where the run ended by itself
 */
function explainKill (variant, { code, killed, signal, stderr }) {
  if (String(code) === 'ERR_CHILD_PROCESS_STDIO_MAXBUFFER') return new VariantFailure('KILLED', variant, `was killed, because it prints more than ${RUN_LIMITS.bytes / 1e6} MB`, stderr)
  if (killed) return new VariantFailure('TIMED_OUT', variant, `did not end within ${RUN_LIMITS.ms / 1000} s`, stderr)
  if (signal) return new VariantFailure('KILLED', variant, `was killed by ${signal}`, stderr)
}
