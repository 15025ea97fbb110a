import { setTimeout as sleep } from 'node:timers/promises'
import t from 'tap'
import { cli, fixture } from './cli.js'
import { childrenOf, lives } from './processes.js'

for (const [signal, lab] of /** @type {[NodeJS.Signals, string][]} */ ([['SIGINT', 'holds'], ['SIGTERM', 'crashes'], ['SIGKILL', 'holds'], ['SIGKILL', 'hangs']])) {
  t.test(`${signal} while ${lab} is measured leaves no process`, { skip: process.platform === 'win32' && 'has no ps' }, async (t) => {
    /** @type {Set<number>} */
    const seen = new Set()
    await cli(['lab', fixture(lab)], {
      async onSpawn (child) {
        const pid = /** @type {number} */ (child.pid)
        // until it has started measured processes, whatever the machine's speed
        while (child.exitCode === null && seen.size < 2) {
          for (const one of childrenOf(pid)) seen.add(one)
          await sleep(5)
        }
        await sleep(lab === 'hangs' ? 400 : 20)
        for (const one of childrenOf(pid)) seen.add(one)
        child.kill(signal)
      },
    })
    t.ok(seen.size >= 2, 'it had started some')
    for (let waited = 0; waited < 100 && [...seen].some(lives); waited++) await sleep(50)
    t.same([...seen].filter(lives), [], 'none is left')
    const again = await cli(['lab', fixture('wrong-answer')])
    t.equal(again.code, 1, 'the next run works')
  })
}

t.test('two at a time wait for each other', async (t) => {
  const both = await Promise.all([cli(['lab', fixture('holds')]), cli(['lab', fixture('not-faster')])])
  t.same(both.map(({ code }) => code).sort(), [0, 1])
  t.equal(both.filter(({ stderr }) => /waiting for another measurement on this machine: (holds|not-faster) \(process \d+\)/.test(stderr)).length, 1)
})
