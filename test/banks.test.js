import t from 'tap'
import { LOOKS, verdictAt } from '../shared/stats/rule.js'
import { seeded } from '../shared/stats/random.js'
import { RECORDED_RATIOS, bankOf } from '../shared/validate/bank.js'
import { KINDS } from '../shared/validate/probe.js'

/** Windows in which at most one may find a difference where there is none. */
const WINDOWS = 3000

/** The share of windows that must find a true 1.10. */
const FOUND = { quiet: 0.99, noisy: 0.95 }

/**
 * The rule on pairs that were really measured, from one of them on: round the end, as long as it wants.
 *
 * @param {number[]} values
 * @param {number} from
 */
function replayed (values, from) {
  const most = Math.min(LOOKS[LOOKS.length - 1], values.length)
  for (const look of LOOKS.filter((look) => look <= most)) {
    const window = Array.from({ length: look }, (_, index) => values[(from + index) % values.length])
    const verdict = verdictAt(window, { floor: 1 })
    if (verdict !== 'undecided') return verdict
  }
  return 'undecided'
}

/** @param {number[]} values @returns {('holds' | 'broken' | 'undecided')[]} of the windows that begin at each of them */
const windows = (values) => values.map((_, from) => replayed(values, from))

for (const kind of KINDS) {
  for (const { noise, ratio, values } of bankOf(kind).cells) {
    t.test(`${kind}, ${noise}, true ratio ${ratio}: ${values.length} recorded pairs`, async (t) => {
      if (ratio === 1) {
        // two equal sides may be exchanged in any pair: so a few hundred pairs give windows enough
        const random = seeded(1)
        const replays = Array.from({ length: Math.ceil(WINDOWS / values.length) }, () => windows(values.map((value) => random() < 0.5 ? value : -value))).flat()
        const wrong = replays.slice(0, WINDOWS).filter((verdict) => verdict === 'holds').length
        t.ok(wrong <= 1, `${wrong} of ${WINDOWS} windows say faster where nothing differs`)
      } else {
        const found = windows(values).filter((verdict) => verdict === 'holds').length
        t.ok(found >= (noise === 'quiet' ? FOUND.quiet : FOUND.noisy) * values.length, `${found} of ${values.length} windows find it`)
      }
    })
  }
}

t.test('each kind has been recorded, of either ratio', async (t) => {
  for (const kind of KINDS) t.same([...new Set(bankOf(kind).cells.map(({ ratio }) => ratio))].sort(), RECORDED_RATIOS)
})
