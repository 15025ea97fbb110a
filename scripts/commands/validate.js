import { InvalidArgumentError } from 'commander'
import { lockMachine, waitingFor } from '../../shared/measure/process/lock.js'
import { counting, secondsTold } from '../../shared/report/words.js'
import { nearest } from '../../shared/lab/nearest.js'
import { recordMore } from '../../shared/validate/bank.js'
import { todays } from '../../shared/validate/engine.js'
import { tryOne } from '../../shared/validate/grid.js'
import { appendJournal, journalFile, readJournal } from '../../shared/validate/journal.js'
import { askOnce } from '../../shared/validate/live.js'
import { appendNull, askNull } from '../../shared/validate/nulls.js'
import { NOISES } from '../../shared/validate/noise.js'
import { askAll } from '../../shared/validate/peers.js'
import { KINDS } from '../../shared/validate/probe.js'
import { Progress } from '../progress.js'
import { writeTables } from '../pages/judging.js'
import { UsageError, refuse, someMinutes, someSeconds } from '../usage.js'

/** @param {import('commander').Command} program */
export function validateCommand (program) {
  const validate = program.command('validate')
    .description('judge the judge: ask it what is known already, and keep its answers')
    .addHelpText('after', `
Each run continues where the last one ended; the answers are kept in docs/validation/ and test/banks/.

Examples:
  pnpm validate --minutes 30               programs of a known cost, quiet and with noise
  pnpm validate nulls --minutes 120        equal programs, two to ten seconds each
  pnpm validate nulls --minutes 600 --beside   the same, while you and other measurements go on
  pnpm validate record --kind server       real pairs for the tests to replay`)
  limited(validate)
    .argument('[what]', 'record, peers, grid, nulls or mutations; without it, the engine alone')
    .option('--seconds <n>', 'end one question after this many seconds', someSeconds, 10)
    .action((what, options) => {
      if (what === undefined) return live(options)
      const near = nearest(what, validate.commands.map((command) => command.name()))
      throw new UsageError(`There is nothing to validate called ${what}. ${near ? `Did you mean ${near}?` : 'pnpm validate --help says what there is.'}`)
    })
  limited(validate.command('record'))
    .description('record real pairs, which pnpm test replays through the rule')
    .action((_, command) => {
      refuse(validate, LIMITS, 'record asks nobody:')
      return record(command.optsWithGlobals())
    })
  limited(validate.command('peers'))
    .description('ask this engine and the tools that people use today the same questions, side by side')
    .action((_, command) => peers(command))
  limited(validate.command('grid'))
    .description('try other settings of the engine: how soon would each have found a true 1.10?')
    .action((_, command) => {
      refuse(validate, LIMITS, 'grid asks nobody:')
      return grid(command.optsWithGlobals())
    })
  limited(validate.command('nulls'))
    .description('compare equal programs on this machine, for two to ten seconds each, again and again: how often is a difference found? The pairs are kept')
    .option('--beside', 'take no turns with other measurements: nobody waits, and what they do is the noise')
    .action((_, command) => nulls(command))
  validate.command('mutations')
    .description('put faults into a copy of the engine: each must turn a test red')
    .action(async () => {
      refuse(validate, [], 'mutations tries every fault once:')
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
    return `${row.kind}, ${row.noise}, ${row.ratio}×: ${row.says}, reads ${row.reads.toFixed(3)}× after ${secondsTold(row.seconds)}`
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
    return `${row.kind}, ${row.noise}, ${row.setting}: ${row.values.length} pairs, one in ${secondsTold(row.each)}`
  })
  writeTables()
}

/** @param {import('commander').Command} command */
async function nulls (command) {
  const { minutes, kind, noise: made, seconds, beside: isBeside } = command.optsWithGlobals()
  if (isBeside && made) throw new UsageError('--beside and --noise cannot go together: what others do is the noise.')
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
  if (kind === 'heap' || !['quiet', 'one busy', undefined].includes(noise)) throw new UsageError('peers takes --kind function or server, and --noise quiet or "one busy".')
  const asked = command.parent?.getOptionValueSource('seconds') === 'cli' ? seconds : undefined
  const file = journalFile('peers')
  await goOn('validate peers', minutes, async () => {
    const rows = await askAll(todays(readJournal(file)), { kind, noise, seconds: asked })
    for (const row of rows) appendJournal(file, row)
    return `${rows[0].kind}, ${rows[0].noise}, ${rows[0].ratio}×: ${rows.map(({ tool, says }) => `${tool} ${says}`).join(', ')}`
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
  const release = isBeside ? () => {} : await lockMachine(what, (other) => progress.say(waitingFor(other)))
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
