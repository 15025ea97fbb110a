import { mkdirSync, readdirSync, rmSync } from 'node:fs'
import { basename, delimiter, dirname, join } from 'node:path'
import { CannotRun } from 'hotpath/failures'
import { replaceFile } from 'hotpath/files'
import { runVariantUnderLoad, runForEachVariantWithServices } from '../drive.js'
import { createNodeVersionCheck } from '../tool.js'
import { createWorkerLauncher } from './channel.js'
import { installToolPackage } from './install.js'

/** @import { Services } from '../drive.js' */
/** @import { Context, Failure, Tool } from '../tool.js' */

/** Seconds of load under a profiler. Two seconds are enough for 0x and clinic. Drawing the page takes them about two more seconds. */
const SECONDS = 2

/** Time limit in ms for a profiler to write its page, about five times the usual time. */
const WRITE_TIMEOUT_MS = 30_000

/** Oldest major version of Node on which 0x and all clinic tools work. */
const OLDEST_NODE = 20

/**
 * @typedef {object} ExternalTool a profiler that starts `node SCRIPT` itself and writes one page
 * @property {string} name
 * @property {'0x' | 'clinic'} from the package
 * @property {string} size of the package's download
 * @property {(installed: string, out: string, script: string[]) => string[]} buildArgs arguments for node; the profiler writes below `out`
 * @property {number} [seconds] of load
 * @property {string} [exitSignal] makes the profiler's part of the process write its data and exit, if a normal exit does not
 * @property {(context: Context) => string | undefined} [cannot]
 */

/** @param {ExternalTool} options @returns {Tool} */
export function createExternalTool (options) {
  const { name, from, size, cannot } = options
  return {
    cannot (context) {
      const isNamedNode = /^node(\.exe)?$/.test(basename(context.node))
      return createNodeVersionCheck(name, OLDEST_NODE)(context) ??
        // refuses a binary with another name, because 0x and clinic look on the PATH for the name `node`
        (isNamedNode ? cannot?.(context) : `${name} can only start a binary named node, not ${basename(context.node)}. Use --tool flame.`)
    },

    async run (context) {
      const program = await installToolPackage(from, size, context.onProgress)
      const { results, failure } = await runForEachVariantWithServices(context, (variant, services) =>
        profile(options, program, context, variant, services))
      const files = results.flatMap(({ file }) => file ?? [])
      return { page: files.length === 1 ? files[0] : undefined, files, lines: [], failure }
    },
  }
}

/**
 * Profiles one variant.
 *
 * @param {ExternalTool} options
 * @param {string} program the installed package's folder
 * @param {Context} context
 * @param {string} variant
 * @param {Services} services
 * @returns {Promise<{ file?: string, failure?: Failure }>} `file` is the page
 */
async function profile ({ name, buildArgs, exitSignal, seconds = SECONDS }, program, context, variant, services) {
  const out = join(context.folder, `${name}-${variant}.tmp`)
  const file = join(context.folder, `${name}-${variant}.html`)
  const clean = () => rmSync(out, { recursive: true, force: true, maxRetries: 3 })
  clean()
  rmSync(file, { force: true })
  // also removes the profiler's data after Ctrl-C, because the data takes several megabytes
  process.on('exit', clean)
  mkdirSync(out)
  const launcher = await createWorkerLauncher((script) => ({
    file: context.node,
    args: buildArgs(program, out, script),
    cwd: out,
    // NO_INSIGHT suppresses clinic's question to the user: without a terminal, clinic would exit at once instead of asking
    env: {
      NO_INSIGHT: '1',
      ...(exitSignal && { HOTPATH_EXIT_SIGNAL: exitSignal }),
      PATH: dirname(context.node) + delimiter + process.env.PATH,
    },
  }))
  try {
    const { failure } = await runVariantUnderLoad(context, variant, services, {
      launch: launcher.launch,
      leavesWithinMs: WRITE_TIMEOUT_MS,
      seconds,
      after: async () => context.onProgress(`${variant}: ${name} writes its page`),
    })
    const page = readdirSync(out, { recursive: true }).map(String).find((path) => path.endsWith('.html'))
    if (page) replaceFile(join(out, page), file)
    else if (!failure) {
      throw new CannotRun(
        'TOOL_FAILED',
        name,
        `wrote no page for ${variant} (${launcher.getLastLine() || 'no reason given'})`,
        'Use --tool flame.'
      )
    }
    return { file: page && file, failure }
  } finally {
    launcher.close()
    clean()
    process.off('exit', clean)
  }
}
