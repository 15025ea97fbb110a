import { copyFileSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import t from 'tap'
import { attendee, oneLine, refused } from './attendee.js'
import { fakeMachine, fixture } from './cli.js'
import { findResultMisfits } from './result-schemas.js'

t.test('a file beside slow is the attendee\'s to change too', async (t) => {
  const { my, run } = attendee(t)
  await run('lab', 'memory-leak', 'start')
  writeFileSync(join(my, 'memory-leak', 'known.js'), 'export const remember = {')
  const { code, stdout } = await run('lab', 'memory-leak', 'mine')
  t.equal(code, 1)
  t.match(oneLine(stdout), /^✘ \S*memory-leak\/known\.js:1 SyntaxError: /)
})

t.test('mine judges the file in the place of fast, with fast beside it', async (t) => {
  const { file, lab, progress } = attendee(t, fakeMachine({ slow: 4000, fast: 1000, mine: 1000 }))
  refused(t, await lab('mine'), 2, /pnpm lab .* start$/)
  await lab('start')
  writeFileSync(file, readFileSync(file, 'utf8').replaceAll('\n', '\r\n'))
  refused(t, await lab('mine'), 2, /mine\.cjs .* slow/)
  refused(t, await lab('solution'), 2, /solution --anyway$/)

  copyFileSync(join(fixture('holds'), 'fast.cjs'), file)
  const { code, stdout } = await lab('mine', '--json')
  const result = JSON.parse(stdout)
  const { claims, variants } = result
  t.same(findResultMisfits(result), [])
  t.match({ code, ...result }, { code: 0, verdict: 'holds', mode: 'mine' })
  t.same(claims.map(({ id, faster, slower, required }) => [id, faster, slower, required]), [['mine', 'mine', 'slow', true], ['fast', 'mine', 'fast', false]])
  t.same(Object.keys(variants).sort(), ['fast', 'mine', 'slow'])
  t.match(progress().passed, /^\d{4}-/)
  t.match((await lab('solution')).stdout, /^slow {2}.* slow/)

  const again = await lab('mine', '--explain')
  t.match(again.stdout, /^Your file: \d+ to \d+ % of the speed of the solution\nDone\.\n/)
  t.match(oneLine(again.stdout), /what share of the solution's speed your file reaches/, 'and --explain what it means')
})

for (const [name, given, code] of /** @type {[string, Parameters<typeof fakeMachine>, number][]} */ ([['clear', [{ slow: 4000, fast: 1000 }], 0], ['noisy', [{ slow: 4000, fast: 1900 }, { noise: 1 }], 3]])) {
  t.test(`before the first change a session shows how much slow costs, without a verdict or a reason: ${name}`, async (t) => {
    const { lab, progress } = attendee(t, fakeMachine(...given))
    await lab('start')
    const { code: ended, stdout } = await lab('mine', '--in-session')
    t.equal(ended, code)
    t.match(oneLine(stdout), /The slow way takes about [\d.]+× as long as the solution\. .*98 % interval/)
    t.match(stdout, /^the slow way +█+.*\nthe solution +█/m)
    t.notMatch(stdout, /HOLDS|UNDECIDED|Why:|the fast way/)
    t.equal(progress().passed, null)
  })
}

t.test('a file that is faster, and not by enough, is told how far it is', async (t) => {
  const { file, lab, progress } = attendee(t, fakeMachine({ slow: 4000, fast: 1000, mine: 4000 }))
  await lab('start')
  writeFileSync(file, readFileSync(file, 'utf8').replace('numbers', 'numbers /* as it was */'))
  t.match(await lab('mine'), { code: 1, stdout: /^Your file: \d+ to \d+ % of the speed of the solution\n\n[^]*NOT YET {2}the slow way takes about 1× as long as yours/ })
  t.match(progress(), { passed: null })
  t.match((await lab('solution')).stderr, /has not passed/)
})

t.test('a wrong answer is one line, with its place', async (t) => {
  const { file, lab, progress } = attendee(t)
  await lab('start')
  writeFileSync(file, 'module.exports = (numbers) => numbers.reduce((a, b) => a + b) * 2')
  const { code, stdout } = await lab('mine')
  const [mistake, next] = stdout.split('\n\n')
  t.equal(code, 1)
  t.match(oneLine(mistake), /mine\.cjs .* answers 0, yours throws TypeError: .* \(mine\.cjs:1\)/)
  t.match(next, /^next {2}pnpm lab .* watch/)
  t.equal(progress().passed, null)
})

t.test('a slow file is judged on two pairs at least, also where one takes longer than a place may', async (t) => {
  const { file, lab } = attendee(t, fakeMachine({ slow: 4000, fast: 1000, mine: 4000 }, { secondsPerPair: 12 }))
  await lab('start')
  writeFileSync(file, 'module.exports = (numbers) => numbers.reduce((a, b) => a + b, 0) * 2\n')
  const { claims: [{ pairs }] } = JSON.parse((await lab('mine', '--json')).stdout)
  t.equal(pairs, 2, 'one pair has no interval')
})

t.test('a benchmark is judged on pairs, and a hint follows the last right pair', async (t) => {
  const { my, run } = attendee(t)
  const benchmark = (...words) => run('lab', 'lying-benchmark', ...words)
  const mine = join(my, 'lying-benchmark', 'mine.cjs')
  await benchmark('start')
  t.match(await benchmark('mine'), { code: 1, stderr: '' }, 'the naive benchmark is judged, as a baseline')
  // right about the first three pairs only, whatever the machine does
  const name = (place) => `${place}.file.split(/[\\\\/]/).at(-2)`
  writeFileSync(mine, `module.exports = (a, b, seconds) => { console.log('{'); return { equal: 1, twice: 2, tenth: 1.1 }[${name('a')}] ?? 9 }`)
  const { code, stdout } = await benchmark('mine', '--json')
  const result = JSON.parse(stdout)
  t.equal(code, 1)
  t.same(findResultMisfits(result), [])
  t.match(result.step, { reached: 'tenth', next: 'dead-code', about: 'use every result' })
  t.match((await benchmark('mine')).stdout, /^You are here: step 3 of 7; next/m)
  t.match((await benchmark('hint')).stdout, /^hint 4 of 12, .* dead-code: /m)
  refused(t, await benchmark('mine', '--seconds', '3'), 2, /leave --seconds out\.$/)
  refused(t, await benchmark('profile', 'mine'), 2, /profile/)
  t.match((await run('progress')).stdout, /lying-benchmark, next step/)
})

t.test('a session judges a file also if the lab judges it itself', async (t) => {
  const { my, run } = attendee(t)
  await run('lab', 'lying-benchmark', 'start')
  writeFileSync(join(my, 'lying-benchmark', 'mine.cjs'), 'module.exports = 1\n')
  const { code, stdout } = await run('lab', 'lying-benchmark', 'mine', '--in-session')
  t.equal(code, 1)
  t.notMatch(stdout, /^next/m, 'its keys say what comes next')
})
