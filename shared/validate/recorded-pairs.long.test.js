import t from 'tap'
import { createRandom } from '@hotpath-labs/engine/stats/random.js'
import { KNOWN_RATIOS_TO_RECORD, readRecordedProcessPairs } from './recorded-pairs.js'
import { PROBE_KINDS } from './probe.js'
import { simulateRunsFromRecordedPairs } from './replay.js'

/** Windows: one in a thousand may find a difference between equal programs. */
const WINDOWS = 24_000

/** Share of windows that must find a true ratio of 1.10. */
const FOUND = {
  'amd-epyc': { function: 0.99, server: 0.99, heap: 0.99 },
  'intel-r-xeon-r-processor': { function: 0.99, server: 0.95, heap: 0.99 },
  // each side on its own CPU in a noisy hour: the rule must only not be wrong
  'intel-xeon-apart': { function: 0, server: 0, heap: 0 },
}

for (const kind of PROBE_KINDS) {
  for (const { name, together, cells } of readRecordedProcessPairs(kind)) {
    // a new machine gets the promise of the worst known one
    const found = FOUND[/** @type {keyof typeof FOUND} */ (name)]?.[kind] ?? 0.95
    for (const { noise, ratio, values, spreads } of cells) {
      t.test(`${name}: ${kind}, ${noise}, true ratio ${ratio}: ${values.length} recorded pairs`, async (t) => {
        if (ratio === 1) {
          // random exchanges of equal sides make enough windows from a few hundred pairs
          const random = createRandom(1)
          const exchanged = () => values.map((value) => random() < 0.5 ? value : -value)
          const rounds = Array.from({ length: Math.ceil(WINDOWS / values.length) })
          const replays = rounds.flatMap(() => simulateRunsFromRecordedPairs({ values: exchanged(), spreads }, together))
          const wrong = replays.slice(0, WINDOWS).filter(({ verdict }) => verdict === 'holds').length
          t.ok(wrong <= WINDOWS / 1000, `${wrong} of ${WINDOWS} windows say faster where nothing differs`)
        } else {
          const replayed = simulateRunsFromRecordedPairs({ values, spreads }, together)
          t.equal(replayed.filter(({ verdict }) => verdict === 'broken').length, 0, 'no window says slower')
          const finding = replayed.filter(({ verdict }) => verdict === 'holds').length
          // the promise is for a quiet machine
          t.ok(noise !== 'quiet' || finding >= found * values.length, `${finding} of ${values.length} windows find it`)
        }
      })
    }
  }
}

t.test('each kind has recorded pairs of both ratios, on two makes of processor', async (t) => {
  for (const kind of PROBE_KINDS) {
    const banks = readRecordedProcessPairs(kind)
    t.ok(new Set(banks.map(({ machine }) => machine.cpu)).size >= 2)
    for (const { cells } of banks) t.same([...new Set(cells.map(({ ratio }) => ratio))].sort(), KNOWN_RATIOS_TO_RECORD)
  }
})
