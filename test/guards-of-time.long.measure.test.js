import { readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import t from 'tap'
import { attendee } from './attendee.js'
import { cliJson, fixture } from './cli.js'

// What a program does to time, or to the answers that it gave before, is found by timing it.

const cheat = (name) => join(fixture('cheats'), name)

for (const [name, file] of [['while a call lasts', 'clock-meanwhile.cjs'], ['in the worker', 'clock-of-worker.cjs']]) {
  t.test(`without effect: a clock that is replaced ${name}`, async (t) => {
    const { verdict, claims: [{ ratio }] } = await cliJson(['lab', fixture('holds'), '--with', cheat(file), '--seconds', '2'])
    t.not(verdict, 'holds')
    t.ok(ratio < 1.5, `${ratio}`)
  })
}

t.test('refused: an answer that is older than the lab allows', async (t) => {
  t.match(await cliJson(['lab', fixture('cheats/ages')]), { code: 0, verdict: 'holds', oracle: { verdict: 'same' } })
  const { claims, ...result } = await cliJson(['lab', fixture('cheats/ages'), '--with', cheat('ages/for-ever.js'), '--seconds', '2'])
  t.same(claims, [], 'no figure')
  t.match(result, { code: 1, verdict: 'broken', oracle: { verdict: 'different', difference: / 100 ms old$/ } })
})

t.test('mine is guarded as any other file is', async (t) => {
  const { file, lab, progress } = attendee(t)
  await lab('start')
  writeFileSync(file, readFileSync(cheat('remembers.cjs'), 'utf8').replace("'./sum.cjs'", JSON.stringify(cheat('sum.cjs'))))
  const { code, stdout } = await lab('mine')
  t.equal(code, 1)
  t.match(stdout.replace(/\s+/g, ' '), /mine\.cjs .* ns .* ns /)
  t.equal(progress().passed, null)
})
