import { readFileSync } from 'node:fs'
import t from 'tap'
import { buildChartPanels } from './page.js'

const recorded = JSON.parse(readFileSync(new URL('recorded.json', import.meta.url), 'utf8'))

t.test('puts both variants on one time axis, with null where no sample is', async (t) => {
  const sides = [recorded['memory-leak slow'], recorded['memory-leak fast']]
  const { seconds, panels } = buildChartPanels(sides)
  for (const { lines, dots } of panels) for (const line of [...lines, ...dots]) t.equal(line.length, seconds.length)
  const [slow, fast] = panels[3].dots
  t.equal(slow.filter((dot) => dot !== null).length, 5, 'each reading of live memory is a dot')
  const late = { ms: 1000 * Number(seconds.at(-1)) + 400, bytes: 99e6 }
  t.equal(buildChartPanels([{ ...sides[0], live: [...sides[0].live, late] }, sides[1]]).panels[3].dots[0].at(-1), 99, 'a reading after the last sample is the last dot')
  t.ok(Number(slow.findLast((dot) => dot !== null)) > 2 * Number(fast.findLast((dot) => dot !== null)))
  t.equal(
    buildChartPanels([{ ...sides[0], samples: sides[0].samples.slice(0, 3) }, sides[1]]).panels[0].lines[0].at(-1),
    null,
    'a variant that died early'
  )
})
