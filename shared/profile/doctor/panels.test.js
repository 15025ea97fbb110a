import { readFileSync } from 'node:fs'
import t from 'tap'
import { drawn } from './panels.js'

const recorded = JSON.parse(readFileSync(new URL('recorded.json', import.meta.url), 'utf8'))

t.test('both sides on one axis of time, and nothing where nothing is known', async (t) => {
  const sides = [recorded['memory-leak slow'], recorded['memory-leak fast']]
  const { seconds, panels } = drawn(sides)
  for (const { lines, dots } of panels) for (const line of [...lines, ...dots]) t.equal(line.length, seconds.length)
  const [slow, fast] = panels[3].dots
  t.equal(slow.filter((dot) => dot !== null).length, 5, 'every reading after a collection is a dot')
  t.ok(Number(slow.findLast((dot) => dot !== null)) > 2 * Number(fast.findLast((dot) => dot !== null)))
  t.equal(drawn([{ ...sides[0], samples: sides[0].samples.slice(0, 3) }, sides[1]]).panels[0].lines[0].at(-1), null, 'one that died early')
})
