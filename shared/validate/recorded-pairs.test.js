import t from 'tap'
import { seeded } from 'hotpath/stats'
import { RECORDED_RATIOS, banksOf } from './recorded-pairs.js'
import { KINDS } from './probe.js'
import { windows } from './replay.js'

/** Windows of which one in a thousand may find a difference where there is none. */
const WINDOWS = 24_000

/** The share of windows that must find a true 1.10. */
const FOUND = {
  'amd-epyc': { function: 0.99, server: 0.99, heap: 0.99 },
  'intel-r-xeon-r-processor': { function: 0.99, server: 0.95, heap: 0.99 },
  // in an hour in which nothing could be told, each side on a processor of its own: there the rule must only not be wrong
  'intel-xeon-apart': { function: 0, server: 0, heap: 0 },
}

for (const kind of KINDS) {
  for (const { name, together, cells } of banksOf(kind)) {
    // of one that somebody has just recorded what the worst of these is promised
    const found = FOUND[/** @type {keyof typeof FOUND} */ (name)]?.[kind] ?? 0.95
    for (const { noise, ratio, values, spreads } of cells) {
      t.test(`${name}: ${kind}, ${noise}, true ratio ${ratio}: ${values.length} recorded pairs`, async (t) => {
        if (ratio === 1) {
          // two equal sides may be exchanged in any pair: so a few hundred pairs give windows enough
          const random = seeded(1)
          const replays = Array.from({ length: Math.ceil(WINDOWS / values.length) }, () => windows({ values: values.map((value) => random() < 0.5 ? value : -value), spreads }, together)).flat()
          const wrong = replays.slice(0, WINDOWS).filter(({ verdict }) => verdict === 'holds').length
          t.ok(wrong <= WINDOWS / 1000, `${wrong} of ${WINDOWS} windows say faster where nothing differs`)
        } else {
          const replayed = windows({ values, spreads }, together)
          t.equal(replayed.filter(({ verdict }) => verdict === 'broken').length, 0, 'none says slower')
          const finding = replayed.filter(({ verdict }) => verdict === 'holds').length
          // only a quiet machine is promised to find it
          t.ok(noise !== 'quiet' || finding >= found * values.length, `${finding} of ${values.length} windows find it`)
        }
      })
    }
  }
}

t.test('each kind has been recorded on two makes of processor, of either ratio', async (t) => {
  for (const kind of KINDS) {
    const banks = banksOf(kind)
    t.ok(new Set(banks.map(({ machine }) => machine.cpu)).size >= 2)
    for (const { cells } of banks) t.same([...new Set(cells.map(({ ratio }) => ratio))].sort(), RECORDED_RATIOS)
  }
})
