import t from 'tap'
import { createOptimizationStatusReader } from './status.js'

/** The probe's statuses on each version of Node. */
const RECORDED = {
  18: { turbofan: 81, maglev: 129, sparkplug: 32769, ignition: 129, lazy: 1, marked: 385 },
  20: { turbofan: 81, maglev: 129, sparkplug: 32769, ignition: 129, lazy: 262145, marked: 385 },
  24: { turbofan: 81, maglev: 49, sparkplug: 32769, ignition: 129, lazy: 262145, marked: 385 },
  26: { turbofan: 41, maglev: 25, sparkplug: 16385, ignition: 65, lazy: 131073, marked: 193 },
}

for (const [version, calibration] of Object.entries(RECORDED)) {
  t.test(`reads statuses of Node ${version}`, async (t) => {
    const { nameTier } = createOptimizationStatusReader(calibration)
    const tiers = Object.fromEntries(Object.entries(calibration).map(([name, status]) => [name, nameTier(status)]))
    // a function marked for optimisation still runs in Ignition
    t.same(tiers, { turbofan: 'TurboFan', maglev: Number(version) < 24 ? 'Ignition' : 'Maglev', sparkplug: 'Sparkplug', ignition: 'Ignition', lazy: 'not compiled', marked: 'Ignition' })
  })
}

t.test('49, which is Maglev on Node 24, is not on Node 26', async (t) => {
  t.not(createOptimizationStatusReader(RECORDED[26]).nameTier(49), 'Maglev')
})

t.test('names the bits in a legend', async (t) => {
  t.equal(
    createOptimizationStatusReader(RECORDED[24]).legend,
    '1 a function · 16+64 TurboFan · 16+32 Maglev · 32768 Sparkplug · 128 Ignition · 262144 not compiled · 256 to be optimised'
  )
  t.notMatch(createOptimizationStatusReader(RECORDED[20]).legend, 'Maglev', 'Maglev is off on Node 20')
})

t.test('skips a state that this V8 does not know', async (t) => {
  const { nameTier, legend } = createOptimizationStatusReader({ ...RECORDED[20], sparkplug: undefined })
  t.equal(nameTier(81), 'TurboFan')
  t.notMatch(legend, 'Sparkplug')
})
