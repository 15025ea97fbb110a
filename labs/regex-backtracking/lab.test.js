import t from 'tap'
import { testLab, assertHolds } from '@hotpath-labs/lab/test'
import { isName as fast } from './fast.js'
import { isName as lengthFirst } from './length-first.js'
import { isName as linear } from './linear.js'
import { isName as slow } from './slow.js'

const programs = { slow, linear, fast, lengthFirst }

/** All texts of these characters up to a length. */
function listTexts (characters, length) {
  if (length === 0) return ['']
  const shorter = listTexts(characters, length - 1)
  return [...shorter, ...shorter.filter((text) => text.length === length - 1).flatMap((text) => [...characters].map((one) => text + one))]
}

t.test('all programs accept the same names', async (t) => {
  const names = ['', 'ada', 'ada-lovelace.1815', 'ada-', '-ada', 'a--b', 'a.-b', 'Ada', 'ada\n', 'a'.repeat(100), 'a'.repeat(101), 'a-'.repeat(50), 'a-'.repeat(51)]
  t.same(names.map(slow), [false, true, true, true, false, false, false, false, false, true, false, true, false])
  for (const name of [...names, ...listTexts('a0-.!', 6)]) {
    for (const [program, isName] of Object.entries(programs)) if (isName(name) !== slow(name)) t.fail(`${program}: ${name}`)
  }
})

t.test('a hostile text of a million characters is refused at once', async (t) => {
  const hostile = [`${'a'.repeat(1e6)}!`, `${'a-'.repeat(5e5)}!`, '-'.repeat(1e6), 'a'.repeat(1e6)]
  const { user } = process.cpuUsage()
  for (const text of hostile) t.same([linear(text), fast(text), lengthFirst(text)], [false, false, false])
  t.ok(process.cpuUsage().user - user < 2e6, 'a quadratic expression would take minutes')
})

assertHolds(t, await testLab(import.meta.dirname))
