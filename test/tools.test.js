import { execFile } from 'node:child_process'
import { existsSync, readFileSync, readdirSync } from 'node:fs'
import { connect } from 'node:net'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { promisify } from 'node:util'
import t from 'tap'
import { ROOT, cli, fixture } from './cli.js'

/** @param {number} port @returns {Promise<boolean>} whether somebody listens */
const listens = (port) => new Promise((resolve) => {
  const socket = connect(port, '127.0.0.1', () => {
    socket.destroy()
    resolve(true)
  }).on('error', () => resolve(false))
})

t.test('opt tells tiers as the running V8 encodes them', async (t) => {
  const { code, stdout } = await cli(['lab', 'divideByAndSum', 'profile', 'slow', '--tool', 'opt'])
  t.equal(code, 0)
  t.match(stdout, /divideByAndSum +slow\.cjs:3 +(Sparkplug|Maglev|TurboFan) \d+ /)
  t.match(stdout, /1 a\s+function · \d+\+\d+ TurboFan/)
  t.match(stdout, /^profiles\/divideByAndSum\/opt\.txt$/m)
})

t.test('inlining tells what is in what', async (t) => {
  const { code, stdout } = await cli(['lab', 'divideByAndSum', 'profile', 'slow', '--tool', 'inlining'])
  t.equal(code, 0)
  // V8 may compile the function by itself, or as a part of the loop that calls it
  t.match(stdout, /divideByAndSum\s+slow\.cjs:3,[^]*\(anonymous\)\s+slow\.cjs:6,\s+\(anonymous\)\s+slow\.cjs:7/)
})

t.test('prof tells where the ticks went', async (t) => {
  const { code, stdout } = await cli(['lab', 'divideByAndSum', 'profile', 'slow', '--tool', 'prof'])
  t.equal(code, 0)
  t.notMatch(stdout, /failed/)
  t.match(stdout, /^profiles\/divideByAndSum\/prof-slow\.txt$/m)
  t.match(readFileSync(join(ROOT, 'profiles/divideByAndSum/prof-slow.txt'), 'utf8'), /JS: \S+ .*slow\.cjs:\d/)
})

for (const [how, args] of /** @type {[string, string[]][]} */ ([['by itself', ['--seconds', '1']], ['at Ctrl-C', []]])) {
  t.test(`inspect listens where it says, and ends ${how}`, async (t) => {
    let port = 0
    const { code, stdout } = await cli(['lab', fixture('holds'), 'inspect', 'fast', ...args], {
      onSpawn (child) {
        child.stdout?.on('data', async (text) => {
          const [, found] = String(text).match(/ws:\/\/127\.0\.0\.1:(\d+)/) ?? []
          if (!found) return
          port = Number(found)
          t.ok(await listens(port), 'while it runs')
          if (how === 'at Ctrl-C') child.kill('SIGINT')
        })
      },
    })
    t.equal(code, how === 'at Ctrl-C' ? 130 : 0)
    t.match(stdout, `ws=127.0.0.1:${port}/`)
    // on a busy machine a killed process is gone a moment later
    for (let tries = 0; tries < 100 && await listens(port); tries++) await sleep(50)
    t.notOk(await listens(port), 'and no more')
  })
}

const missing = (from) => (!existsSync(join(ROOT, 'tools', from, 'node_modules/.package-lock.json')) && `${from} is not installed`) || (process.platform === 'win32' && 'has no env')

/** 0x does nothing at all under the --import that tap gives to every process that it sees start. */
const untapped = (args) => promisify(execFile)('env', ['-u', 'NODE_OPTIONS', process.execPath, ...args], { cwd: ROOT })

for (const [tool, from] of [['0x', '0x'], ['clinic-doctor', 'clinic']]) {
  t.test(`${tool} leaves one page`, { skip: missing(from) }, async (t) => {
    const { stdout } = await untapped(['scripts/cli.js', 'lab', 'http-baseline', 'profile', 'slow', '--tool', tool])
    t.equal(stdout, `profiles/http-baseline/${tool}-slow.html\n`)
    t.notOk(readdirSync(join(ROOT, 'profiles/http-baseline')).some((file) => file.endsWith('.tmp')))
  })
}
