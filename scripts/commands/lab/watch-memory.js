import { runVariantUnderLoad, runWithServices } from '@hotpath-labs/profile/drive.js'
import { drawMemoryGraph } from '@hotpath-labs/profile/memory/graph.js'
import { OLDEST_NODE_WITH_PROCESS_METRICS, NODE_FLAGS_FOR_PROCESS_METRICS, watchProcessMetrics } from '@hotpath-labs/profile/process-metrics.js'
import { makeIntegerParser, parseSeconds } from '@hotpath-labs/terminal/parse.js'
import { formatMegabytes } from '@hotpath-labs/terminal/numbers.js'
import { findTerminalOptions, printLine, reportCannotRun } from '@hotpath-labs/terminal/terminal.js'
import { addNodeOption } from '@hotpath-labs/command-line/choose-nodes.js'
import { planClaims } from '@hotpath-labs/lab/plans.js'
import { findLab } from '@hotpath-labs/command-line/find-lab.js'
import { makeProfilingContext, refuseCommandLab, reportVariantFailure, runWithMachineLock } from '@hotpath-labs/command-line/profiling.js'

/**
 * @import { OptionValues } from 'commander'
 * @import { Sample } from '@hotpath-labs/engine/worker/index.cjs'
 */

const SECONDS = 20

/** 1 TB: more than V8 takes, and than anybody has. */
const MOST_HEAP_MB = 2 ** 20

/** Milliseconds between two samples: short enough for the graph to show garbage collections. */
const EVERY_MS = 200

/** Samples for each line of figures: a line per second. */
const SAMPLES_PER_LINE = 5

/** @param {import('commander').Command} command of the lab @param {string} name of the lab */
export function registerCommand (command, name) {
  addNodeOption(command.command('watch-memory'))
    .description('show the memory that a variant uses under the load of its lab: each second, and at the end as a graph')
    .argument('[variant]', 'the variant to run', 'slow')
    .option('--seconds <n>', 'stop after n seconds', parseSeconds, SECONDS)
    .option('--max-old-space-size <MB>', 'limit the heap to this size, with Node\'s option of that name', makeIntegerParser(1, MOST_HEAP_MB))
    .addHelpText('after', `
It shows what process.memoryUsage() returns:
  rss        memory that the process holds in RAM
  heapTotal  memory reserved for the JavaScript heap
  heapUsed   the part of the heap in use, or not yet collected
  external   buffers outside the heap

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
  /** @type {Sample[]} */
  const samples = []
  const heapLimit = options.maxOldSpaceSize ? [`--max-old-space-size=${options.maxOldSpaceSize}`] : []
  await runWithMachineLock('the memory graph', context, async (progress) => {
    const { failure } = await runWithServices(context, (services) => runVariantUnderLoad(context, variant, services, {
      flags: [...NODE_FLAGS_FOR_PROCESS_METRICS, ...heapLimit],
      seconds: options.seconds,
      before: (measured) => {
        progress.stop()
        return watchProcessMetrics(measured, EVERY_MS, (sample) => {
          if (samples.push(sample) % SAMPLES_PER_LINE === 0) printLine(formatMemory(sample))
        })
      },
    }))
    if (samples.length) printLine(`\n${lab.name} ${variant}: ${context.plan.programs[variant].title}\n${drawMemoryGraph(samples, findTerminalOptions())}`)
    if (failure) reportVariantFailure(lab, failure)
  })
}

/** @param {Sample} sample @returns {string} such as: 1 s  rss 90 MB  heapTotal 40 MB */
function formatMemory ({ ms, rss, heapTotal, heapUsed, external }) {
  const figures = Object.entries({ rss, heapTotal, heapUsed, external }).map(([name, bytes]) => `${name} ${formatMegabytes(bytes)}`)
  return [`${(ms / 1000).toFixed(0)} s`, ...figures].join('  ')
}
