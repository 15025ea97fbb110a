import t from 'tap'
import { Screen } from './screen.js'

/** @param {...[text: string, ms: number]} writes */
function show (...writes) {
  const screen = new Screen()
  for (const [text, ms] of writes) screen.write(text, ms)
  return screen.rows.map((versions) => versions.map(({ ms, spans }) => [ms, ...spans]))
}

t.test('styles are named, and end', async (t) => {
  t.same(show(['\u001b[1mb\u001b[22m \u001b[32m✔\u001b[39m same\r\n\u001b[2mnext', 5]), [
    [[5, ['b', 'bold'], [' ', ''], ['✔', 'green'], [' same', '']]],
    [[5, ['next', 'dim']]],
  ])
})

t.test('a row that is written again has both texts, each with its moment', async (t) => {
  t.same(show(['first pair', 10], ['\u001b[2K\u001b[1Gtwo pairs', 20], ['\r\u001b[K✔ holds\r\n', 30]), [
    [[10, ['first pair', '']], [20, ['two pairs', '']], [30, ['✔ holds', '']]],
    [],
  ])
})

t.test('a spinner that only turns changes nothing', async (t) => {
  t.same(show(['\u001b[36m⠋\u001b[39m first pair', 10], ['\u001b[1G\u001b[36m⠙\u001b[39m first pair', 20]), [[[10, ['⠋', 'cyan'], [' first pair', '']]]])
})

t.test('the cursor goes up to rows that are there', async (t) => {
  t.same(show(['a\r\nb', 1], ['\u001b[1A\rc', 2]), [[[1, ['a', '']], [2, ['c', '']]], [[1, ['b', '']]]])
})
