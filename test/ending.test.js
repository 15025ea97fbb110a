import { existsSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { pathToFileURL } from 'node:url'
import t from 'tap'
import { ROOT, cli, copyOf, fixture } from './cli.js'
import { hasEnded, isRunning, listChildren, readCpuSeconds, waitUntil } from './processes.js'

for (const [signal, lab] of /** @type {[NodeJS.Signals, string][]} */ ([['SIGINT', 'holds'], ['SIGKILL', 'hangs']])) {
  t.test(`${signal} while ${lab} is measured leaves no process`, { skip: process.platform === 'win32' && 'has no ps' }, async (t) => {
    /** @type {Set<number>} */
    const seen = new Set()
    await cli(['lab', fixture(lab)], {
      async onSpawn (child) {
        const pid = /** @type {number} */ (child.pid)
        // until it has started measured processes, whatever the machine's speed
        while (!hasEnded(child) && seen.size < 2) {
          for (const one of listChildren(pid)) seen.add(one)
          await sleep(5)
        }
        // an endless loop uses CPU time, however busy the machine is
        if (lab === 'hangs') await waitUntil(() => hasEnded(child) || [...seen].some((one) => readCpuSeconds(one) >= 0.5))
        for (const one of listChildren(pid)) seen.add(one)
        child.kill(signal)
      },
    })
    t.ok(seen.size >= 2, 'it had started some')
    await waitUntil(() => ![...seen].some(isRunning))
    t.same([...seen].filter(isRunning), [], 'none is left')
  })
}

t.test('a bench that is interrupted ends what it has started, and leaves no files', { skip: process.platform === 'win32' && 'has no signals' }, async (t) => {
  const folder = copyOf(t, 'holds')
  writeFileSync(join(folder, 'bench.js'), `import { writeLabFiles } from ${JSON.stringify(pathToFileURL(join(ROOT, 'shared/services/files.js')).href)}
console.log(process.pid, writeLabFiles({ a: () => ['text'] }, Math.random).folder)
setInterval(() => {}, 1000)
await new Promise(() => {})`)
  const { code, stdout } = await cli(['bench', folder], { onSpawn: (child) => { child.stdout?.once('data', () => child.kill('SIGINT')) } })
  t.equal(code, 130)
  const [, pid, left] = stdout.match(/^(\d+) (.*)\n$/) ?? []
  t.notOk(isRunning(Number(pid)))
  t.ok(left)
  t.notOk(existsSync(left))
})
