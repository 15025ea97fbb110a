import { loadLab } from '../../shared/lab/find.js'
import { driven, withServices } from '../../shared/profile/drive.js'
import { OLDEST_NODE, VITALS, watch } from '../../shared/profile/vitals.js'
import { Graph, Log } from '../memory/views.js'
import { alone, cannotRun, contextOf, tellFailure } from '../profiling.js'
import { withNodeOption } from '../nodes.js'
import { folderOf, someSeconds, wholeNumber } from '../usage.js'

const SECONDS = 20
const INTERRUPTED = 130

/** @param {import('commander').Command} command of the lab @param {string} name of the lab */
export function watchMemoryCommand (command, name) {
  withNodeOption(command.command('watch-memory'))
    .description('show a variant\'s memory, live, while the lab\'s own load runs')
    .argument('[variant]', 'which one', 'slow')
    .option('--seconds <n>', 'for this long, or until q or Ctrl-C', someSeconds, SECONDS)
    .option('--max-old-space-size <MB>', 'with this much room in its heap, and no more: Node\'s option of that name', wholeNumber)
    .addHelpText('after', `
What it shows: rss, the resident set, all that the system has given the process; heapTotal, the part for JavaScript; heapUsed, what
of that is in use or not yet collected; external, buffers outside the heap. Without a terminal: a line of plain figures each second.

Exit codes: 0 shown, 1 the variant died, 2 usage, 4 cannot be done here`)
    .action((variant, options) => watchMemory(name, variant, options))
}

/** @param {string} name @param {string} variant @param {any} options */
async function watchMemory (name, variant, options) {
  const lab = await loadLab(folderOf(name))
  const context = await contextOf(lab, variant, options)
  if (context.nodeMajor < OLDEST_NODE) return cannotRun(`Watching memory needs Node ${OLDEST_NODE} or newer, and this one is ${context.nodeMajor}: leave --node out.`)
  const view = process.stdout.isTTY ? new Graph(`${lab.name} ${variant}: ${lab.manifest.ladder[variant] ?? lab.manifest.limit}`) : new Log()
  await alone('the memory', context, async (progress) => {
    const { failure } = await withServices(context, (services) => driven(context, variant, services, {
      flags: [...VITALS, ...(options.maxOldSpaceSize ? [`--max-old-space-size=${options.maxOldSpaceSize}`] : [])],
      // as long as what goes on beside it
      seconds: 0,
      before: (measured) => {
        progress.stop()
        return watch(measured, view.everyMs, (sample) => view.show(sample))
      },
      during: () => view.ended(options.seconds * 1000),
    }))
    view.close()
    if (failure) tellFailure(lab.name, failure)
    else if (view.isInterrupted) process.exitCode = INTERRUPTED
  }).finally(() => view.close())
}
