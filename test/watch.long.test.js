import { existsSync, renameSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import t from 'tap'
import { refused } from './attendee.js'
import { cli, fixture } from './cli.js'
import { startWatch } from './start-watch.js'

/** On a machine that is busy an endless loop does not even get the time in which it could be known as one. */
const endless = /[✘!] \S*mine\.c?js (has not answered for 4 s: is there an endless loop\?|has left requests unanswered for 4 s: is there an endless loop, or a promise that never settles\?|could not work for 20 s)/

const skip = process.platform === 'win32' && 'has no signals'

t.test('what has not been started cannot be watched, nor profiled', async (t) => {
  for (const words of [['watch'], ['profile', 'mine']]) {
    refused(t, await cli(['lab', fixture('holds'), ...words], { env: { HOTPATH_MY: join(t.testdir(), 'my') } }), 2, /pnpm lab .* start$/)
  }
})

t.test('each save is answered, and nothing is measured without a key', { skip }, async (t) => {
  const { my, file, source, save, says, end, ended } = await startWatch(t, 'holds')
  t.match(await says(/mine\.cjs .* slow/), /^Watching .*mine\.cjs: .* it/)
  save(source('fast.cjs'))
  t.notMatch(await says(/✔ same answers \d+ compared in/), '✘')
  save(source('slow.cjs'))
  await says(/Nothing changed yet/)

  renameSync(file, `${file}.kept`)
  await says(/mine\.cjs is gone\. Put it back, or start again: pnpm lab \S* reset/)
  renameSync(`${file}.kept`, file)
  await says(/Nothing changed yet/)
  renameSync(join(my, 'holds'), join(my, 'moved'))
  await says(/is gone/)
  renameSync(join(my, 'moved'), join(my, 'holds'))
  await says(/Nothing changed yet/)

  end('SIGTERM')
  t.equal((await ended).code, 143)
  t.notOk(existsSync(join(my, 'watch-holds.lock')))
})

t.test('whatever is wrong with a file is one line, and the watch goes on', { skip }, async (t) => {
  const { save, source, says, end, ended } = await startWatch(t, 'holds')
  /** @type {[string, RegExp][]} */
  const mistakes = [
    ['\'use strict\'\nmodule.exports = ) => 1', /✘ \S*mine\.cjs:2 SyntaxError: .*\)'/],
    ['module.exports = () => { for (;;); }', endless],
    ['module.exports = () => 7', /✘ \S*mine\.cjs.* answers \S+, yours answers 7/],
    ['const all = []\nfor (;;) all.push(new Array(1e6).fill(1.5))', new RegExp(`[✘!] \\S*mine\\.cjs has run out of memory: does something grow without end\\?|${endless.source}`)],
    ['for (;;) process.stderr.write("x".repeat(1e4) + "\\n")', endless],
  ]
  await says(/Nothing changed yet/)
  for (const [text, words] of mistakes) {
    save(text)
    const said = await says(words)
    t.equal(said.match(/✘/g)?.length, 1, said)
  }
  save(source('fast.cjs'))
  await says(/✔ same answers/)
  end('SIGINT')
  t.equal((await ended).code, 130)
})

t.test('what goes wrong later is told too', { skip }, async (t) => {
  const { my, save, source, says } = await startWatch(t, 'holds')
  await says(/Nothing changed yet/)
  const flag = join(my, '..', 'flag')
  // each file fails only after its answers were right, however long that takes
  const later = (code) => `${source('fast.cjs')}\nsetInterval(() => { if (require('fs').existsSync(${JSON.stringify(flag)})) { ${code} } }, 20)`
  save(later("throw new Error('too late')"))
  await says(/✔ same answers/)
  writeFileSync(flag, '')
  await says(/✘ \S*mine\.cjs:\d+ Error: too late/)
  rmSync(flag)
  save(later("Promise.reject(new RangeError('nobody hears'))"))
  await says(/✔ same answers/)
  writeFileSync(flag, '')
  await says(/✘ \S*mine\.cjs:\d+ RangeError: nobody hears/)
})

t.test('a server is asked, and what is wrong with it told', { skip }, async (t) => {
  const { save, source, says } = await startWatch(t, 'two-workloads')
  const right = source('fast.js')
  await says(/Nothing changed yet/)
  save(right)
  await says(/✔ same answers \d+ compared in/)
  save('export const listen = 1')
  await says(/✘ \S*mine\.js expected a function as the default export/)
  save('export default () => new Promise(() => {})')
  await says(/[✘!] \S*mine\.js (does not listen after 4 s: |could not work)/)
  save(right.replace('\'hello\'', '\'goodbye\''))
  await says(/✘ \S*mine\.js wrong answer GET \/: .* answers "hello", yours answers "goodbye"/)
  save(right.replace('res.end(\'hello\')', '{ if (req.url === "/other") for (;;); res.end(\'hello\') }'))
  await says(endless)
  save(right.replace('res.end(\'hello\')', 'res.end(++asked > 9 ? \'goodbye\' : \'hello\')').replace('export', 'let asked = 0\nexport'))
  await says(/✘ \S*mine\.js gave a wrong answer under load: .*"goodbye"/)
})

t.test('with --auto it is measured, and a save in the middle begins it again', { skip }, async (t) => {
  const { save, source, says, end, ended } = await startWatch(t, 'holds', { args: ['--auto'] })
  await says(/Nothing changed yet/)
  save(source('fast.cjs'))
  await says(/✔ same answers/)
  save(`${source('fast.cjs')}\n// a word more`)
  await says(/You saved your file: the measurement starts again\./)
  const said = await says(/HOLDS[^]*takes about/)
  t.equal(said.match(/HOLDS/g)?.length, 1, said)
  // what it measured with may still write progress, into a folder that is removed after the test
  end('SIGTERM')
  await ended
})

t.test('two watches at once: the second says who was first', { skip }, async (t) => {
  const { my, env, pid, says } = await startWatch(t, 'holds')
  await says(/Nothing changed yet/)
  const second = () => cli(['lab', fixture('holds'), 'watch'], { env })
  refused(t, await second(), 2, new RegExp(`^\\S*mine\\.cjs is already being watched, by process ${pid}\\. Use the terminal of that process, or end the process first`))
  t.ok(existsSync(join(my, 'watch-holds.lock')), 'the first stays')
})
