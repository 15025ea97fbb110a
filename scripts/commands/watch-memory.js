import { loadLab } from 'hotpath/lab'
import { driven, Graph, Log, OLDEST_NODE, VITALS, watch, withServices } from '@hotpath-labs/profile'
import { alone, cannotRun, contextOf, tellFailure } from '../profiling.js'
import { withNodeOption } from '../nodes.js'
import { folderOf, someSeconds, wholeNumber } from '../usage.js'

const SECONDS = 20
const INTERRUPTED = 130

/** @param {import('commander').Command} command of the lab @param {string} name of the lab */
export function watchMemoryCommand (command, name) {
  withNodeOption(command.command('watch-memory'))
    .description('show a variant\'s memory live, under the lab\'s load')
    .argument('[variant]', 'the variant to run', 'slow')
    .option('--seconds <n>', 'stop after n seconds; q or Ctrl-C stops earlier', someSeconds, SECONDS)
    .option('--max-old-space-size <MB>', 'limit the heap to this size, with Node\'s option of that name', wholeNumber)
    .addHelpText('after', `
It shows what process.memoryUsage() returns:
  rss        memory that the process holds in RAM
  heapTotal  memory reserved for the JavaScript heap
  heapUsed   the part of the heap in use, or not yet collected
  external   buffers outside the heap
Without a terminal it prints one line of figures per second.

Exit codes: 0 shown, 1 the variant died, 2 usage, 4 cannot run here`)
    .action((variant, options) => watchMemory(name, variant, options))
}

/** @param {string} name @param {string} variant @param {any} options */
async function watchMemory (name, variant, options) {
  const lab = await loadLab(folderOf(name))
  const context = await contextOf(lab, variant, options)
  if (context.nodeMajor < OLDEST_NODE) return cannotRun(`watch-memory needs Node ${OLDEST_NODE} or newer, and this is Node ${context.nodeMajor}. Leave --node out.`)
  const view = process.stdout.isTTY ? new Graph(`${lab.name} ${variant}: ${lab.manifest.ladder[variant] ?? lab.manifest.limit}`) : new Log()
  await alone('the memory graph', context, async (progress) => {
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
