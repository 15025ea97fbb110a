import { readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import t from 'tap'
import { hotpath, ofRun, project, repository } from './compare.js'
import { isRunning, listChildren, waitUntil } from './processes.js'

const GOOD = ofRun('(n) => n + 1')

t.test('a head that breaks off while it is timed is red, and never a figure', async (t) => {
  const exits = ofRun('(n) => { globalThis.calls = (globalThis.calls ?? 0) + 1; if (globalThis.calls > 1000) process.exit(0); return n + 1 }')
  const folder = project(t, { 'good.js': GOOD, 'exits.js': exits })
  t.match(await hotpath(folder, ['compare', 'good.js', 'exits.js']), { code: 1, said: /it: exits\.js .* 0/ })
})

t.test('Ctrl-C ends everything, a database that setup started too', async (t) => {
  const folder = project(t, {
    'with.js': `import { spawn } from 'node:child_process'
import { appendFileSync } from 'node:fs'
import { fn } from 'hotpath'
fn('it', {
  setup () { appendFileSync('pids', spawn(process.execPath, ['-e', 'setInterval(() => {}, 1000)']).pid + ' ' + process.pid + ' ') },
  run: () => new Promise((resolve) => setTimeout(resolve, 50)),
})
`,
  })
  const pids = () => {
    try {
      return readFileSync(join(folder, 'pids'), 'utf8').trim().split(' ').map(Number)
    } catch {
      return []
    }
  }
  /** @type {number[]} */
  let started = []
  const { code } = await hotpath(folder, ['compare', 'with.js', 'with.js', '--all', '--seconds', '60'], {
    async onSpawn (child) {
      await waitUntil(() => pids().length >= 4)
      started = [...listChildren(Number(child.pid)), ...pids()]
      child.kill('SIGINT')
    },
  })
  // processes of its own, and the two databases
  t.ok(started.length > 4)
  t.ok(await waitUntil(() => started.every((pid) => !isRunning(pid))), 'no process is left')
  t.equal(code, 130)
})

t.test('a log says when a benchmark begins and ends; --filter takes a whole name first', async (t) => {
  const two = `${GOOD}fn('it too', { run: () => 1 })\n`
  const { stderr } = await hotpath(project(t, { 'a.js': two, 'b.js': `void 0\n${two}` }), ['compare', 'a.js', 'b.js', '--filter', 'it', '--seconds', '1'])
  t.match(stderr, /^(waiting .*\n)*it: .* 1 s\b.*\n(it: one pair .*\n)?it: [a-z ]+, after [\d.]+ s\n$/)
})

t.test('a module of --import may be new in head, and is loaded before the perf file on both sides', async (t) => {
  // answers that change are not timed
  const { folder } = repository(t, { 'it.perf.js': `if (process.env.NODE_ENV !== 'production') throw new Error('too late')\n${ofRun('() => process.hrtime.bigint()')}` }, {})
  writeFileSync(join(folder, 'env.mjs'), "process.env.NODE_ENV = 'production'\n")
  const { code, said } = await hotpath(folder, ['compare', '--base', 'main', '--import', './env.mjs'])
  t.match({ code, said }, { code: 4, said: /it: .* first .* later/ }, 'equal bytes are run too, because of what --import may load')
})
