import { runVariantWithInspector } from '@hotpath-labs/profile/inspect.js'
import { wrapText } from '@hotpath-labs/terminal/lines.js'
import { parseInteger, parseSeconds } from '@hotpath-labs/terminal/parse.js'
import { printLine } from '@hotpath-labs/terminal/terminal.js'
import { addNodeOption } from '@hotpath-labs/command-line/choose-nodes.js'
import { planClaims } from '@hotpath-labs/lab/plans.js'
import { findLab } from '@hotpath-labs/command-line/find-lab.js'
import { makeProfilingContext, refuseCommandLab, reportVariantFailure, runWithMachineLock } from '@hotpath-labs/command-line/profiling.js'

/** @import { OptionValues } from 'commander' */

const PERFORMANCE = 'Performance: press Record, wait some seconds, press Stop. Then open Bottom-Up, sorted by self time.'

/**
 * Instructions for Chrome DevTools, by kind of lab. The first instruction finds what takes most time or memory.
 *
 * @type {Record<string, string[]>}
 */
const STEPS = {
  function: [
    PERFORMANCE,
    'Sources: open the variant (Ctrl+P) and click a line number. The program stops there at the next call.',
  ],
  server: [
    PERFORMANCE,
    'Sources: open the variant (Ctrl+P) and click a line number. The program stops there at the next request.',
    'Memory: choose Allocation sampling, press Start, wait some seconds, press Stop. DevTools lists the functions that allocate.',
  ],
  heap: [
    'Memory: take a heap snapshot, and another ten seconds later. Then choose Comparison instead of Summary, sorted by # Delta: DevTools lists the objects that stay.',
    'Performance: tick Memory and press Record. A leak shows as memory that keeps growing from one garbage collection to the next.',
  ],
}

/** @param {import('commander').Command} command of the lab @param {string} name of the lab */
export function registerCommand (command, name) {
  addNodeOption(command.command('inspect'))
    .description('run a variant under the load of its lab, with the inspector of Node open for Chrome DevTools')
    .argument('[variant]', 'the variant to run', 'slow')
    .option('--seconds <n>', 'stop after n seconds', parseSeconds)
    .option('--seed <n>', 'use the same inputs as the earlier run with this seed', parseInteger)
    .action((variant, options) => inspect(name, variant, options))
}

/** @param {string} name @param {string} variant @param {OptionValues} options */
async function inspect (name, variant, options) {
  const lab = await findLab(name)
  refuseCommandLab(lab)
  const context = await makeProfilingContext(planClaims(lab), variant, options)
  await runWithMachineLock('the inspection', context, async (progress) => {
    const { failure } = await runVariantWithInspector(context, ({ ws, devtools }, stop) => {
      progress.stop()
      printLine([
        `${lab.name} ${variant} runs under load. Its inspector listens at ${ws}`,
        'In Chrome or Edge: open chrome://inspect, press Configure, add the host and port from above, then press inspect. Or paste this address:',
        devtools,
        ...STEPS[lab.manifest.kind],
        options.seconds ? `It stops after ${options.seconds} s.` : 'Ctrl-C stops it.',
      ].map((line) => line === devtools ? line : wrapText(line)).join('\n'))
      if (options.seconds) setTimeout(stop, options.seconds * 1000)
    })
    if (failure) reportVariantFailure(lab, failure)
  })
}
