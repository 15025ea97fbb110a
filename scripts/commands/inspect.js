import { loadLab } from '../../shared/lab/find.js'
import { inspected } from '../../shared/profile/inspect.js'
import { wrapped } from '../../shared/report/lines.js'
import { alone, contextOf, tellFailure } from '../profiling.js'
import { withNodeOption } from '../nodes.js'
import { folderOf, someSeconds, wholeNumber } from '../usage.js'

/** What to press, by the kind of the lab: what its question is about comes first. @type {Record<import('../../shared/lab/manifest.js').Kind, string[]>} */
const PRESS = {
  function: ['Performance: Record, some seconds, Stop; then Bottom-Up, sorted by self time.', 'Sources: open the variant (Ctrl+P), click a line number, and it stops there at the next call.'],
  server: ['Performance: Record, some seconds, Stop; then Bottom-Up, sorted by self time.', 'Sources: open the variant (Ctrl+P), click a line number, and it stops there at the next request.', 'Memory: Allocation sampling, Start, some seconds, Stop: who allocates.'],
  heap: ['Memory: Heap snapshot, Take snapshot; again after ten seconds; then Comparison instead of Summary, sorted by # Delta: what stays.', 'Performance: Record with Memory ticked: what a collection does not bring down leaks.'],
}

/** @param {import('commander').Command} command of the lab @param {string} name of the lab */
export function inspectCommand (command, name) {
  withNodeOption(command.command('inspect'))
    .description('run slow, or another variant, under Node\'s inspector and the lab\'s load, for Chrome\'s developer tools')
    .argument('[variant]', 'which', 'slow')
    .option('--seconds <n>', 'stop by itself after this many', someSeconds)
    .option('--seed <n>', 'repeat a run: its inputs', wholeNumber)
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
        `${lab.name} ${variant} runs under load, and listens at ${ws}`,
        'In Chrome or Edge: open chrome://inspect, Configure, add the address between // and /, then press inspect. Or paste this:',
        devtools,
        ...PRESS[lab.manifest.kind],
        options.seconds ? `It stops after ${options.seconds} s.` : 'Ctrl-C stops it.',
      ].map((line) => `${line === devtools ? line : wrapped(line)}\n`).join(''))
      if (options.seconds) setTimeout(stop, options.seconds * 1000)
    })
    if (failure) tellFailure(context.lab.name, failure)
  })
}
