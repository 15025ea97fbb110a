import { UsageError } from '@hotpath-labs/engine/failures.js'
import { Command } from 'commander'
import t from 'tap'
import { refuseUnknownVariant, findLabFolder, findLabFolders } from './find-lab.js'
import { explainReadErrors, refuseUnusedOptions, refuseExclusiveOptions, formatOptionFlag } from './usage.js'

t.test('options that exclude each other are named as they are typed', async (t) => {
  t.throws(() => refuseExclusiveOptions({ mine: true, recordAll: true }, ['mine', 'record', 'recordAll']), new UsageError('--mine and --record-all cannot go together: choose one.'))
  t.equal(refuseExclusiveOptions({ record: true }, ['mine', 'record']), 'record')
  t.equal(refuseExclusiveOptions({}, ['mine', 'record']), undefined)
  t.equal(formatOptionFlag('maxOldSpaceSize'), '--max-old-space-size')
})

t.test('an option that was typed and does nothing is refused; a default is not', async (t) => {
  const command = new Command('merge').option('--json').option('--seconds <n>', 'limit', '60')
  refuseUnusedOptions(command.parse(['--json'], { from: 'user' }), ['json'], 'merge measures nothing:')
  t.throws(() => refuseUnusedOptions(command.parse(['--seconds', '3'], { from: 'user' }), ['json'], 'merge measures nothing:'), new UsageError('merge measures nothing: leave --seconds out.'))
})

t.test('a file that cannot be read is named; a bug stays a bug', async (t) => {
  t.equal(explainReadErrors('a', () => 1), 1)
  t.throws(() => explainReadErrors('/x/mine.js', () => { throw Object.assign(new Error('EISDIR'), { syscall: 'read' }) }), new UsageError('/x/mine.js cannot be read: EISDIR'))
  t.throws(() => explainReadErrors('/x/mine.js', () => { throw new TypeError('bug') }), new TypeError('bug'))
})

t.test('a lab is found by its name or its folder, and once', async (t) => {
  const folder = findLabFolder('cache-queue')
  t.same(findLabFolders(['cache-queue', folder, 'parse-int', 'cache-queue']), [folder, findLabFolder('parse-int')])
  t.throws(() => findLabFolder('cache-queu'), new UsageError('There is no lab "cache-queu". Did you mean cache-queue?'))
})

t.test('a variant that the lab lacks is refused, also one that every object has', async (t) => {
  const plan = /** @type {any} */ ({ lab: { name: 'holds' }, programs: { slow: {}, fast: {} } })
  refuseUnknownVariant(plan, 'slow')
  t.throws(() => refuseUnknownVariant(plan, 'slo'), new UsageError('holds has no variant "slo". Did you mean slow?'))
  t.throws(() => refuseUnknownVariant(plan, 'toString'), new UsageError('holds has no variant "toString". It has slow, fast.'))
})
