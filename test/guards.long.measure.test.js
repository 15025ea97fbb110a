import { existsSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import t from 'tap'
import { attendee } from './attendee.js'
import { cli, cliJson, fixture } from './cli.js'

const cheat = (/** @type {string} */ name) => join(fixture('cheats'), name)

/** Node's permission model, of which three of the guards are made. */
const permits = process.allowedNodeEnvironmentFlags.has('--allow-fs-read')
const skip = !permits && 'this Node has no permission model'

/** @type {[string, string, RegExp][]} */
const refusals = [
  ['answers remembered by the array\'s identity', 'remembers.cjs', /^caches answers: a call takes \d+ ns with repeated arguments, and \d+ ns with new arguments$/],
  ['a replaced clock', 'clock.cjs', /^replaces process\.hrtime, which the measurement relies on$/],
  ['a figure before the worker\'s own', 'figure.cjs', /^sends the measuring process a forged message: a variant may not call process\.send$/],
  ['a figure that was altered on its way', 'altered-figure.cjs', /^sends the measuring process a forged message: a variant may not call process\.send$/],
  ['a question that was altered on its way', 'altered-question.cjs', /^sends the measuring process a forged message: a variant may not call process\.send$/],
  ['answers that look alike to JSON', 'hidden-answers.cjs', /^failed: the function's answer changed while the function was timed$/],
  ['an early end', 'leaves.cjs', /^exited with code 0$/],
  ['a signal to the measuring process', 'ends-parent.cjs', /^sends a signal to process \d+, which is not its own$/],
  ['the same by what Node has inside', 'ends-parent-inside.cjs', /^sends a signal to process \d+, which is not its own$/],
  ['elements of arrays that are kept by their prototype', 'hides-elements.cjs', /^puts an element on Array\.prototype or Object\.prototype, which changes the arrays of the measurement$/],
]

/** @type {[string, string, RegExp][]} */
const denials = [
  ['the shell, to end the measuring process', 'ends-parent-by-shell.cjs', /^starts another process, whose work would not be measured$/],
  ['a lab\'s file', 'writes.cjs', /^writes to \S+slow\.cjs: a variant may write nothing while it is measured$/],
  ['the inspector', 'inspects.cjs', /^opens the inspector, through which it could read the measurement$/],
]

for (const [name, file, what] of refusals) t.test(`refused: ${name}`, (t) => refused(t, ['holds', file], what))
for (const [name, file, what] of denials) t.test(`refused: ${name}`, { skip }, (t) => refused(t, ['holds', file], what))

t.test('refused: a replaced account of CPU time', (t) => refused(t, ['cheats/server', 'server/cpu-time.js'], /^replaces process\.cpuUsage, which the measurement relies on$/))
t.test('refused: a server in another process', { skip }, (t) => refused(t, ['cheats/server', 'server/child.js'], /^starts another process/))

/** @param {any} t @param {[string, string]} lab and file @param {RegExp} what */
async function refused (t, [lab, file], what) {
  const slow = readFileSync(join(fixture('holds'), 'slow.cjs'), 'utf8')
  const { code, verdict, failure, claims } = await cliJson(['lab', fixture(lab), '--with', cheat(file), '--seconds', '2'])
  t.equal(code, 1)
  t.equal(verdict, 'broken')
  t.same(claims, [], 'no figure')
  // answers are compared in one process for all: what it sends may come when another variant is asked
  t.match(failure, { variant: /^(fast|slow)$/, what })
  t.equal(readFileSync(join(fixture('holds'), 'slow.cjs'), 'utf8'), slow)
}

t.test('refused: an answer that is older than the lab allows', async (t) => {
  t.match(await cliJson(['lab', fixture('cheats/ages')]), { code: 0, verdict: 'holds', oracle: { verdict: 'same' } })
  const { code, verdict, claims, oracle } = await cliJson(['lab', fixture('cheats/ages'), '--with', cheat('ages/for-ever.js'), '--seconds', '2'])
  t.equal(code, 1)
  t.equal(verdict, 'broken')
  t.same(claims, [], 'no figure')
  t.match(oracle, { verdict: 'different', difference: /after the data changed: slow answers "\S+", fast answers "\S+"; an answer may be at most 0\.1 s old$/ })
})

for (const [name, file] of [['while a call lasts', 'clock-meanwhile.cjs'], ['in the worker', 'clock-of-worker.cjs']]) {
  t.test(`without effect: a clock that is replaced ${name}`, async (t) => {
    const { verdict, claims: [{ ratio }] } = await cliJson(['lab', fixture('holds'), '--with', cheat(file), '--seconds', '2'])
    t.not(verdict, 'holds')
    t.ok(ratio < 1.5, `${ratio}`)
  })
}

t.test('without effect: signals that are caught', async (t) => {
  const { code, verdict } = await cliJson(['lab', fixture('holds'), '--with', cheat('stays.cjs'), '--seconds', '2'])
  t.not(verdict, 'holds')
  t.not(code, null, 'it has ended')
})

t.test('without effect: what is written behind one\'s back', { skip }, async (t) => {
  const { my } = attendee(t)
  const progress = join(my, 'progress.json')
  const { stdout } = await cli(['lab', fixture('holds'), '--with', cheat('writes-quietly.cjs'), '--seconds', '2', '--json'], { env: { HOTPATH_MY: my, CHEAT_WRITES: progress } })
  t.equal(JSON.parse(stdout).oracle?.verdict, 'same', 'it ran')
  t.notOk(existsSync(progress))
  t.notOk(existsSync(cheat('written.txt')))
})

t.test('mine is guarded as any other file is', async (t) => {
  const { file, lab, progress } = attendee(t)
  await lab('start')
  writeFileSync(file, readFileSync(cheat('remembers.cjs'), 'utf8').replace("'./sum.cjs'", JSON.stringify(cheat('sum.cjs'))))
  const { code, stdout } = await lab('mine')
  t.equal(code, 1)
  t.match(stdout.replace(/\s+/g, ' '), /mine\.cjs caches answers: a call takes/)
  t.equal(progress().passed, null)
})
