import { loadLab } from 'hotpath/lab'
import { inspected } from '@hotpath-labs/profile'
import { wrapped } from 'hotpath/report'
import { alone, contextOf, tellFailure } from '../profiling.js'
import { withNodeOption } from '../nodes.js'
import { folderOf, someSeconds, wholeNumber } from '../usage.js'

/** What to press, by the kind of the lab: what its question is about comes first. @type {Record<import('hotpath/lab').Kind, string[]>} */
const PRESS = {
  function: ['Performance: press Record, wait some seconds, press Stop. Then open Bottom-Up, sorted by self time.', 'Sources: open the variant (Ctrl+P) and click a line number. The program stops there at the next call.'],
  server: ['Performance: press Record, wait some seconds, press Stop. Then open Bottom-Up, sorted by self time.', 'Sources: open the variant (Ctrl+P) and click a line number. The program stops there at the next request.', 'Memory: choose Allocation sampling, press Start, wait some seconds, press Stop. It shows which functions allocate.'],
  heap: ['Memory: take a heap snapshot, and another ten seconds later. Then choose Comparison instead of Summary, sorted by # Delta: it shows what stays.', 'Performance: tick Memory and press Record. Memory that a garbage collection does not free leaks.'],
}

/** @param {import('commander').Command} command of the lab @param {string} name of the lab */
export function inspectCommand (command, name) {
  withNodeOption(command.command('inspect'))
    .description('run a variant under the lab\'s load, with Node\'s inspector open for Chrome DevTools')
    .argument('[variant]', 'the variant to run', 'slow')
    .option('--seconds <n>', 'stop after n seconds', someSeconds)
    .option('--seed <n>', 'repeat the inputs of an earlier run', wholeNumber)
    .action((variant, options) => inspect(name, variant, options))
}

/** @param {string} name @param {string} variant @param {any} options */
async function inspect (name, variant, options) {
  const lab = await loadLab(folderOf(name))
  const context = await contextOf(lab, variant, options)
  await alone('the inspection', context, async (progress) => {
    const { failure } = await inspected(context, ({ ws, devtools }, stop) => {
      progress.stop()
      process.stdout.write([
        `${lab.name} ${variant} runs under load. Its inspector listens at ${ws}`,
        'In Chrome or Edge: open chrome://inspect, press Configure, add the host and port from above, then press inspect. Or paste this address:',
        devtools,
        ...PRESS[lab.manifest.kind],
        options.seconds ? `It stops after ${options.seconds} s.` : 'Ctrl-C stops it.',
      ].map((line) => `${line === devtools ? line : wrapped(line)}\n`).join(''))
      if (options.seconds) setTimeout(stop, options.seconds * 1000)
    })
    if (failure) tellFailure(context.lab.name, failure)
  })
}
