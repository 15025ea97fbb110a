import { mkdirSync, readdirSync, rmSync } from 'node:fs'
import { basename, delimiter, dirname, join } from 'node:path'
import { CannotRun } from 'hotpath/failures'
import { replaceWith } from 'hotpath/files'
import { driven, withServices } from '../drive.js'
import { launcherIn } from './channel.js'
import { installed } from './install.js'

/** What any of them has to collect of; they take at least as long again to draw it. */
const SECONDS = 2

/** Where a profiler is killed that does not come to an end by itself: some five times what it takes. */
const WRITES_WITHIN_MS = 30_000

/** The oldest Node on which they all work. */
const OLDEST = 20

/**
 * A profiler of others, which starts `node SCRIPT` by itself and writes one page.
 *
 * @param {object} profiler
 * @param {string} profiler.name of the tool here
 * @param {'0x' | 'clinic'} profiler.from the package
 * @param {string} profiler.size of the package, to be told before it is fetched
 * @param {(installed: string, out: string, script: string[]) => string[]} profiler.command arguments of node; it may write to `out` whatever it likes, one page among it
 * @param {string} [profiler.leavesBy] the signal that makes what it has put into the process write its data and exit, where it misses an exit
 * @param {(context: import('../tools.js').Context) => string | undefined} [profiler.cannot]
 * @returns {import('../tools.js').Tool}
 */
export function profilerOf ({ name, from, size, command, leavesBy, cannot }) {
  return {
    cannot (context) {
      if (context.nodeMajor < OLDEST) return `${name} needs Node ${OLDEST} or newer, and this is Node ${context.nodeMajor}. Leave --node out, or use --tool prof.`
      // they look for `node` in the PATH
      if (!/^node(\.exe)?$/.test(basename(context.node))) return `${name} can only start a binary named node, not ${basename(context.node)}. Use --tool flame.`
      return cannot?.(context)
    },

    async run (context) {
      const { folder, variants, node } = context
      const program = await installed(from, size, context.onProgress)
      /** @type {string[]} */
      const files = []
      let failure
      await withServices(context, async (services) => {
        for (const variant of variants) {
          const out = join(folder, `${name}-${variant}.tmp`)
          const file = join(folder, `${name}-${variant}.html`)
          const forget = () => rmSync(out, { recursive: true, force: true, maxRetries: 3 })
          forget()
          rmSync(file, { force: true })
          // after Ctrl-C too: these are megabytes
          process.on('exit', forget)
          mkdirSync(out)
          const launcher = await launcherIn((script) => ({
            file: node,
            args: command(program, out, script),
            cwd: out,
            // without NO_INSIGHT clinic asks, or ends at once where there is nobody to ask
            env: { NO_INSIGHT: '1', ...(leavesBy && { HOTPATH_LEAVES_BY: leavesBy }), PATH: dirname(node) + delimiter + process.env.PATH },
          }))
          try {
            const driving = await driven(context, variant, services, { launch: launcher.launch, leavesWithinMs: WRITES_WITHIN_MS, seconds: SECONDS, after: async () => context.onProgress(`${variant}: ${name} writes its page`) })
            failure ??= driving.failure
            const page = readdirSync(out, { recursive: true }).map(String).find((written) => written.endsWith('.html'))
            if (page) {
              replaceWith(join(out, page), file)
              files.push(file)
            } else if (!failure) {
              throw new CannotRun(name, `wrote no page for ${variant} (${launcher.lastWords() || 'no reason given'})`, 'Use --tool flame.')
            }
          } finally {
            launcher.close()
            forget()
            process.off('exit', forget)
          }
        }
      })
      return { page: files.length === 1 ? files[0] : undefined, files, lines: [], failure }
    },
  }
}
