import t from 'tap'
import { TerminalScreen } from './screen.js'

/** @param {...[text: string, ms: number]} writes */
function show (...writes) {
  const screen = new TerminalScreen()
  for (const [text, ms] of writes) screen.write(text, ms)
  return screen.listRows().map((versions) => versions.map(({ ms, spans }) => [ms, ...spans]))
}

t.test('styles are named, and end', async (t) => {
  t.same(show(['\u001b[1mb\u001b[22m \u001b[32m✔\u001b[39m same\r\n\u001b[2mnext', 5]), [
    [[5, ['b', 'bold'], [' ', ''], ['✔', 'green'], [' same', '']]],
    [[5, ['next', 'dim']]],
  ])
})

t.test('a row that is written again has both texts, each with its moment', async (t) => {
  t.same(show(['first pair', 10], ['\u001b[2K\u001b[1Gtwo pairs', 2000], ['\r\u001b[K', 2990], ['✔ holds\r\n', 3000]), [
    [[10, ['first pair', '']], [2000, ['two pairs', '']], [3000, ['✔ holds', '']]],
    [],
  ])
})

t.test('a spinner that only turns changes nothing', async (t) => {
  t.same(show(['\u001b[36m⠋\u001b[39m first pair', 10], ['\u001b[1G\u001b[36m⠙\u001b[39m first pair', 20]), [[[10, ['⠋', 'cyan'], [' first pair', '']]]])
})

t.test('the cursor goes up to rows that are there', async (t) => {
  t.same(show(['a\r\nb', 1], ['\u001b[1A\rc', 500]), [[[1, ['a', '']], [500, ['c', '']]], [[1, ['b', '']]]])
})

t.test('a text that nobody could read is left out', async (t) => {
  t.same(show(['pair 1', 0], ['\r\u001b[K', 900], ['pair 1', 901], ['\rpair 2', 2000]), [[[0, ['pair 1', '']], [2000, ['pair 2', '']]]])
})
