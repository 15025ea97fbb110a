import { runVariantUnderLoad, runWithServices } from '@hotpath-labs/profile/drive.js'
import { MemoryGraphView, MemoryLogView } from '@hotpath-labs/profile/memory/views.js'
import { OLDEST_NODE_WITH_PROCESS_METRICS, NODE_FLAGS_FOR_PROCESS_METRICS, watchProcessMetrics } from '@hotpath-labs/profile/process-metrics.js'
import { EXIT_CODES } from '@hotpath-labs/engine/failures.js'
import { parseInteger, parseSeconds } from '@hotpath-labs/terminal/parse.js'
import { reportCannotRun } from '@hotpath-labs/terminal/terminal.js'
import { addNodeOption } from '@hotpath-labs/command-line/choose-nodes.js'
import { planClaims } from '@hotpath-labs/lab/plans.js'
import { findLab } from '@hotpath-labs/command-line/find-lab.js'
import { makeProfilingContext, refuseCommandLab, reportVariantFailure, runWithMachineLock } from '@hotpath-labs/command-line/profiling.js'

/** @import { OptionValues } from 'commander' */

const SECONDS = 20

/** @param {import('commander').Command} command of the lab @param {string} name of the lab */
export function registerCommand (command, name) {
  addNodeOption(command.command('watch-memory'))
    .description('draw a live chart of the memory that a variant uses under the load of its lab')
    .argument('[variant]', 'the variant to run', 'slow')
    .option('--seconds <n>', 'stop after n seconds; q or Ctrl-C stops earlier', parseSeconds, SECONDS)
    .option('--max-old-space-size <MB>', 'limit the heap to this size, with Node\'s option of that name', parseInteger)
    .addHelpText('after', `
It shows what process.memoryUsage() returns:
  rss        memory that the process holds in RAM
  heapTotal  memory reserved for the JavaScript heap
  heapUsed   the part of the heap in use, or not yet collected
  external   buffers outside the heap
Without a terminal it prints one line of figures per second.

Exit codes: 0 shown, 1 the variant died, 2 usage, 4 cannot run here, 130 ended by Ctrl-C`)
    .action((variant, options) => watchMemory(name, variant, options))
}

/** @param {string} name @param {string} variant @param {OptionValues} options */
async function watchMemory (name, variant, options) {
  const lab = await findLab(name)
  refuseCommandLab(lab)
  const context = await makeProfilingContext(planClaims(lab), variant, options)
  if (context.nodeMajor < OLDEST_NODE_WITH_PROCESS_METRICS) {
    return reportCannotRun(`watch-memory needs Node ${OLDEST_NODE_WITH_PROCESS_METRICS} or newer, and this is Node ${context.nodeMajor}. Leave --node out.`)
  }
  const view = process.stdout.isTTY ? new MemoryGraphView(`${lab.name} ${variant}: ${context.plan.programs[variant].title}`) : new MemoryLogView()
  const heapLimit = options.maxOldSpaceSize ? [`--max-old-space-size=${options.maxOldSpaceSize}`] : []
  await runWithMachineLock('the memory graph', context, async (progress) => {
    const { failure } = await runWithServices(context, (services) => runVariantUnderLoad(context, variant, services, {
      flags: [...NODE_FLAGS_FOR_PROCESS_METRICS, ...heapLimit],
      // sets no time limit, because the load ends when the promise of `during` resolves
      seconds: 0,
      before: (measured) => {
        progress.stop()
        return watchProcessMetrics(measured, view.everyMs, (sample) => view.show(sample))
      },
      during: () => view.ended(options.seconds * 1000),
    }))
    view.close()
    if (failure) reportVariantFailure(lab, failure)
    else if (view.isInterrupted) process.exitCode = EXIT_CODES.interrupted
  }).finally(() => view.close())
}
