import t from 'tap'
import { seeded } from '../shared/stats/random.js'
import { RECORDED_RATIOS, bankOf } from '../shared/validate/bank.js'
import { KINDS } from '../shared/validate/probe.js'
import { windows } from '../shared/validate/replay.js'

/** Windows in which at most one may find a difference where there is none. */
const WINDOWS = 3000

/** The share of windows that must find a true 1.10. */
const FOUND = { quiet: 0.99, noisy: 0.95 }

for (const kind of KINDS) {
  for (const { noise, ratio, values } of bankOf(kind).cells) {
    t.test(`${kind}, ${noise}, true ratio ${ratio}: ${values.length} recorded pairs`, async (t) => {
      if (ratio === 1) {
        // two equal sides may be exchanged in any pair: so a few hundred pairs give windows enough
        const random = seeded(1)
        const replays = Array.from({ length: Math.ceil(WINDOWS / values.length) }, () => windows(values.map((value) => random() < 0.5 ? value : -value))).flat()
        const wrong = replays.slice(0, WINDOWS).filter(({ verdict }) => verdict === 'holds').length
        t.ok(wrong <= 1, `${wrong} of ${WINDOWS} windows say faster where nothing differs`)
      } else {
        const found = windows(values).filter(({ verdict }) => verdict === 'holds').length
        t.ok(found >= (noise === 'quiet' ? FOUND.quiet : FOUND.noisy) * values.length, `${found} of ${values.length} windows find it`)
      }
    })
  }
}

t.test('each kind has been recorded, of either ratio', async (t) => {
  for (const kind of KINDS) t.same([...new Set(bankOf(kind).cells.map(({ ratio }) => ratio))].sort(), RECORDED_RATIOS)
})
