import { existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import t from 'tap'
import { attendee } from './attendee.js'
import { cli, cliJson, fixture } from './cli.js'

const cheat = (name) => join(fixture('cheats'), name)

/** Node's permission model, of which three of the guards are made. */
const permits = process.allowedNodeEnvironmentFlags.has('--allow-fs-read')
const skip = !permits && 'this Node has no permission model'

/** @type {[string, string, string, RegExp?][]} */
const refusals = [
  ['a replaced clock', 'clock.cjs', 'TAMPERED', /process\.hrtime/],
  ['a figure before the worker\'s own', 'figure.cjs', 'FORGED_MESSAGE'],
  ['a figure that was altered on its way', 'altered-figure.cjs', 'FORGED_MESSAGE'],
  ['a question that was altered on its way', 'altered-question.cjs', 'FORGED_MESSAGE'],
  ['answers that look alike to JSON', 'hidden-answers.cjs', 'ANSWER_CHANGED'],
  ['an early end', 'leaves.cjs', 'EXITED', /0$/],
  ['a signal to the measuring process', 'ends-parent.cjs', 'TAMPERED', /signal/],
  ['the same by what Node has inside', 'ends-parent-inside.cjs', 'TAMPERED', /signal/],
  ['elements of arrays that are kept by their prototype', 'hides-elements.cjs', 'TAMPERED', /Array\.prototype/],
]

/** @type {[string, string, string, RegExp?][]} */
const denials = [
  ['the shell, to end the measuring process', 'ends-parent-by-shell.cjs', 'TAMPERED', /process/],
  ['a lab\'s file', 'writes.cjs', 'TAMPERED', /slow\.cjs/],
  ['the inspector', 'inspects.cjs', 'TAMPERED', /inspector/],
]

for (const [name, file, code, what] of refusals) t.test(`refused: ${name}`, (t) => refused(t, ['holds', file], code, what))
for (const [name, file, code, what] of denials) t.test(`refused: ${name}`, { skip }, (t) => refused(t, ['holds', file], code, what))

t.test('refused: a replaced account of CPU time', (t) => refused(t, ['cheats/server', 'server/cpu-time.js'], 'TAMPERED', /process\.cpuUsage/))
t.test('refused: a server in another process', { skip }, (t) => refused(t, ['cheats/server', 'server/child.js'], 'TAMPERED', /process/))

async function refused (t, [lab, file], kind, what = /./) {
  const slow = readFileSync(join(fixture('holds'), 'slow.cjs'), 'utf8')
  const { claims, ...result } = await cliJson(['lab', fixture(lab), '--with', cheat(file), '--seconds', '2'])
  t.same(claims, [], 'no figure')
  // answers are compared in one process for all: what it sends may come when another variant is asked
  t.match(result, { code: 1, verdict: 'broken', failure: { code: kind, part: /^(fast|slow)$/, what } })
  t.equal(readFileSync(join(fixture('holds'), 'slow.cjs'), 'utf8'), slow)
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
