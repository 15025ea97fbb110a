import { InvalidArgumentError } from 'commander'
import { lockMachine } from 'hotpath/measure'
import { counting, secondsTold } from 'hotpath/report'
import { nearest } from 'hotpath/lab'
import { appendJournal, appendNull, askAll, askNull, askOnce, journalFile, KINDS, NOISES, readJournal, recordMore, todays, tryOne } from '@hotpath-labs/validate'
import { Progress } from '../progress.js'
import { writeTables } from '../pages/judging.js'
import { UsageError, refuse, someMinutes, someSeconds } from '../usage.js'

/** @param {import('commander').Command} program */
export function validateCommand (program) {
  const validate = program.command('validate')
    .description('test the judge: have it judge programs whose ratio is known, and keep its verdicts')
    .addHelpText('after', `
Each run continues where the last one ended. The verdicts are kept in
docs/validation/, and the pairs in shared/validate/banks/.

Examples:
  pnpm validate --minutes 30           judge programs of known cost, with and
                                       without noise on the machine
  pnpm validate nulls --minutes 120    compare equal programs (A/A tests)
  pnpm validate nulls --minutes 600 --beside
                                       A/A tests while other programs run
  pnpm validate record --kind server   record pairs, which pnpm test replays`)
  limited(validate)
    .argument('[what]', 'record, peers, grid, nulls or mutations; default: judge programs of known cost')
    .option('--seconds <n>', 'time limit of one verdict', someSeconds, 10)
    .action((what, options) => {
      if (what === undefined) return live(options)
      const near = nearest(what, validate.commands.map((command) => command.name()))
      throw new UsageError(`There is no pnpm validate ${what}. ${near ? `Did you mean ${near}?` : 'pnpm validate --help lists what there is.'}`)
    })
  limited(validate.command('record'))
    .description('record pairs of processes; pnpm test replays them through the stopping rule')
    .action((_, command) => {
      refuse(validate, LIMITS, 'record makes no verdicts:')
      return record(command.optsWithGlobals())
    })
  limited(validate.command('peers'))
    .description('compare this engine with other benchmark tools, on the same programs')
    .action((_, command) => peers(command))
  limited(validate.command('grid'))
    .description('try other settings of the engine: how soon does each find a true ratio of 1.10?')
    .action((_, command) => {
      refuse(validate, LIMITS, 'grid makes no verdicts:')
      return grid(command.optsWithGlobals())
    })
  limited(validate.command('nulls'))
    .description('run A/A tests of two to ten seconds: how often does the engine find a difference between equal programs? The pairs are kept')
    .option('--beside', 'do not wait for other measurements on this machine: they are the noise')
    .action((_, command) => nulls(command))
  validate.command('mutations')
    .description('put faults into a copy of the engine: each must make a test fail')
    .action(async () => {
      refuse(validate, [], 'mutations always tries every fault once:')
      return (await import('./mutations.js')).mutations()
    })
}

/** What every question takes. */
const LIMITS = ['minutes', 'kind', 'noise']

/** @param {import('commander').Command} command */
function limited (command) {
  return narrowed(command.option('--minutes <n>', 'start nothing new after this many minutes', someMinutes, 1))
}

/** @param {import('commander').Command} command */
function narrowed (command) {
  return command
    .option('--kind <kind>', `only ${KINDS.join(', ')}`, oneOf(KINDS))
    .option('--noise <noise>', `only ${NOISES.join(', ')}`, oneOf(NOISES))
}

/** @param {any} options */
async function live ({ minutes, kind, noise, seconds }) {
  const file = journalFile('live')
  await goOn('validate', minutes, async () => {
    const row = await askOnce(todays(readJournal(file)), { kind, noise, seconds })
    appendJournal(file, row)
    return `${row.kind}, ${row.noise}, true ratio ${row.ratio}×: ${row.says}, measured ${row.reads.toFixed(3)}× in ${secondsTold(row.seconds)}`
  })
  writeTables()
}

/** @param {any} options */
async function record ({ minutes, kind, noise }) {
  await goOn('validate record', minutes, (left) => recordMore({ kind, noise, seconds: left }))
}

/** @param {any} options */
async function grid ({ minutes, kind, noise }) {
  const file = journalFile('grid')
  await goOn('validate grid', minutes, async () => {
    const row = await tryOne(todays(readJournal(file)), { kind, noise })
    appendJournal(file, row)
    return `${row.kind}, ${row.noise}, ${row.setting}: ${row.values.length} pairs, ${secondsTold(row.each)} each`
  })
  writeTables()
}

/** @param {import('commander').Command} command */
async function nulls (command) {
  const { minutes, kind, noise: made, seconds, beside: isBeside } = command.optsWithGlobals()
  if (isBeside && made) throw new UsageError('--beside and --noise cannot go together: with --beside, other programs are the noise. Leave one out.')
  const noise = made ?? 'quiet'
  const most = command.parent?.getOptionValueSource('seconds') === 'cli' ? seconds : undefined
  await goOn('validate nulls', minutes, async () => {
    const row = await askNull({ kind, noise, seconds: most, isBeside })
    if (!row) return
    appendNull(row)
    return `${row.kind}, ${row.noise}: ${row.says} after ${row.pairs.length} pairs`
  }, { isBeside })
  writeTables()
}

/** @param {import('commander').Command} command */
async function peers (command) {
  const { minutes, kind, noise, seconds } = command.optsWithGlobals()
  if (kind === 'heap' || !['quiet', 'one busy', undefined].includes(noise)) throw new UsageError('pnpm validate peers takes only --kind function or server, and --noise quiet or "one busy".')
  const asked = command.parent?.getOptionValueSource('seconds') === 'cli' ? seconds : undefined
  const file = journalFile('peers')
  await goOn('validate peers', minutes, async () => {
    const rows = await askAll(todays(readJournal(file)), { kind, noise, seconds: asked })
    for (const row of rows) appendJournal(file, row)
    return `${rows[0].kind}, ${rows[0].noise}, true ratio ${rows[0].ratio}×: ${rows.map(({ tool, says }) => `${tool} ${says}`).join(', ')}`
  })
  writeTables()
}

/**
 * Takes one step after the other until the time is up.
 *
 * @param {string} what goes on
 * @param {number} minutes
 * @param {(secondsLeft: number) => Promise<string | undefined>} step says what it did; undefined when there is nothing left to do
 * @param {{ isBeside?: boolean }} [how] or else alone on this machine
 */
async function goOn (what, minutes, step, { isBeside = false } = {}) {
  const progress = new Progress()
  const release = isBeside ? () => {} : await lockMachine(what, (other) => progress.waiting(other))
  const end = performance.now() + minutes * 60e3
  let steps = 0
  try {
    for (let left = minutes * 60; left > 0; left = (end - performance.now()) / 1000) {
      const done = await step(left)
      if (done === undefined) break
      steps++
      progress.show(`${secondsTold(left)} left  ${done}`)
    }
  } finally {
    progress.stop()
    release()
  }
  process.stdout.write(`${what}: ${counting(steps, 'more run')}\n`)
}

/** @param {string[]} words */
function oneOf (words) {
  return (/** @type {string} */ text) => {
    if (words.includes(text)) return text
    const near = nearest(text, words)
    throw new InvalidArgumentError(near ? `Did you mean ${near}?` : `Expected one of ${words.join(', ')}.`)
  }
}
