import { spawnSync } from 'node:child_process'
import { join } from 'node:path'
import t from 'tap'
import { connectClient } from '@hotpath-labs/stage/fixtures/staged.js'
import { fixture } from './cli.js'
import { startDemo } from './start-demo.js'

/** Starts itself a hundred times when it is loaded. */
const FORKS = `
const { fork } = require('node:child_process')
for (let i = 0; i < 100; i++) fork(__filename)
module.exports = (numbers) => numbers.length
`

/** Does so too, in processes that outlive it, and hides that it was refused. */
const HIDES = `
const { fork, spawn } = require('node:child_process')
for (let i = 0; i < 100; i++) {
  try { fork(__filename) } catch {}
  try { spawn(process.execPath, [__filename], { detached: true }).unref() } catch {}
}
module.exports = (numbers) => numbers.length
`

t.test('a file that forks when it is judged is refused in a line, and the stage goes on', async (t) => {
  const my = t.testdir()
  const { address, child } = await startDemo(t, [fixture('holds'), '--hand-in'], my)
  const notice = await new Promise((resolve) => child.stderr?.setEncoding('utf8').once('data', resolve))
  const { port, hash } = new URL(address)
  const { act, heard } = connectClient(Number(port))
  const own = { 'x-stage-token': hash.slice(1) }
  const [, code] = notice.match(/code ([A-Z\d]{6})\./)
  for (const [name, text] of Object.entries({ Forks: FORKS, Hides: HIDES })) {
    t.equal((await act('hand-in', { code, name, file: 'mine.cjs', text }, {})).status, 200)
  }
  t.match(await heard(({ board }) => board.entries.length === 2), { board: { entries: [{ phase: 'waits' }, { phase: 'waits' }] } })
  t.equal((await act('judge', undefined, own)).status, 204)
  t.match(await heard(({ board }) => board.entries.every(({ phase }) => phase === 'judged')), {
    board: { entries: [{ who: 'Forks', mark: 'not allowed', says: /^Forks's file starts another process/ }, { who: 'Hides', mark: 'wrong answer', says: /Hides's file/ }] },
  })
  if (process.platform !== 'win32') t.notMatch(spawnSync('ps', ['-eo', 'args'], { encoding: 'utf8' }).stdout, join('.judged', 'holds'), 'no process of theirs runs')
  t.equal((await act('move', { screen: 0, step: 0, blank: false }, own)).status, 204)
})
