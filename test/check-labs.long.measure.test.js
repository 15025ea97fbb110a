import { readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import t from 'tap'
import { cli } from './cli.js'

t.test('a new lab is green at once, and what is wrong with it is told', async (t) => {
  const folder = join(t.testdir(), 'brand-new')
  await cli(['new-lab', folder])
  const green = await cli(['check-labs', folder])
  t.equal(green.code, 0, green.stdout)
  for (const said of ['refuses a wrong answer (fast.cjs:4 with undefined in place of new Set(numbers).size)', 'holds with fast', 'is broken with the variant slow in place of fast, as it must be', /is broken .* \(0\.\d+×, .* [\d.]+×\)/, /has .* slow .* fast: \w+ is [\d.]+, expected [\d.]+/]) {
    t.match(green.stdout.replace(/\s+/g, ' '), typeof said === 'string' ? `✔ brand-new ${said}` : new RegExp(`✔ brand-new ${said.source}`))
  }

  // slow in both places: nothing of what is claimed may be called true
  writeFileSync(join(folder, 'fast.cjs'), readFileSync(join(folder, 'slow.cjs')))
  const red = await cli(['check-labs', folder])
  t.equal(red.code, 1, red.stdout)
  t.match(red.stdout.replace(/\s+/g, ' '), '✘ brand-new does not hold with fast')
})
