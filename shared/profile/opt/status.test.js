import t from 'tap'
import { statusReader } from './status.js'

/** What the probe answered on each version: the bits move. */
const RECORDED = {
  18: { turbofan: 81, maglev: 129, sparkplug: 32769, ignition: 129, lazy: 1, marked: 385 },
  20: { turbofan: 81, maglev: 129, sparkplug: 32769, ignition: 129, lazy: 262145, marked: 385 },
  24: { turbofan: 81, maglev: 49, sparkplug: 32769, ignition: 129, lazy: 262145, marked: 385 },
  26: { turbofan: 41, maglev: 25, sparkplug: 16385, ignition: 65, lazy: 131073, marked: 193 },
}

for (const [version, calibration] of Object.entries(RECORDED)) {
  t.test(`statuses of Node ${version}`, async (t) => {
    const { tierOf } = statusReader(calibration)
    t.equal(tierOf(calibration.turbofan), 'TurboFan')
    t.equal(tierOf(calibration.sparkplug), 'Sparkplug')
    t.equal(tierOf(calibration.ignition), 'Ignition')
    t.equal(tierOf(calibration.marked), 'Ignition', 'what is to be optimised is not yet')
    t.equal(tierOf(calibration.lazy), 'not compiled')
    t.equal(tierOf(calibration.maglev), Number(version) < 24 ? 'Ignition' : 'Maglev')
  })
}

t.test('49 is Maglev on Node 24, and nothing of the kind on 26', async (t) => {
  t.equal(statusReader(RECORDED[24]).tierOf(49), 'Maglev')
  t.equal(statusReader(RECORDED[26]).tierOf(41), 'TurboFan')
  t.not(statusReader(RECORDED[26]).tierOf(49), 'Maglev')
})

t.test('names the bits', async (t) => {
  t.equal(statusReader(RECORDED[24]).told, '1 a function · 16+64 TurboFan · 16+32 Maglev · 32768 Sparkplug · 128 Ignition · 262144 not compiled · 256 to be optimised')
  t.notMatch(statusReader(RECORDED[20]).told, 'Maglev', 'which is off there')
})

t.test('a V8 that does not know one of the words', async (t) => {
  const { tierOf, told } = statusReader({ ...RECORDED[20], sparkplug: undefined })
  t.equal(tierOf(81), 'TurboFan')
  t.notMatch(told, 'Sparkplug')
})
