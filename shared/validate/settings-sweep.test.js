import t from 'tap'
import { MEASURING_MODULES_BY_LAB_KIND } from 'hotpath/measure'
import { MEASURING_SETTINGS_TO_TRY } from './settings-sweep.js'

/** @type {Record<string, Record<string, unknown>>} */
const { function: functions, server, heap } = MEASURING_MODULES_BY_LAB_KIND
const OWN = { function: functions.MEASURING_SETTINGS, server: server.MEASURING_SETTINGS, heap: heap.MEASURING_SETTINGS }

t.test('each setting changes one value of the engine, and each kind begins with the engine as it is', async (t) => {
  for (const [kind, settings] of Object.entries(MEASURING_SETTINGS_TO_TRY)) {
    const [asItIs, ...others] = Object.values(settings)
    t.same(asItIs, {})
    for (const other of others) {
      t.equal(Object.keys(other).length, 1)
      for (const [name, value] of Object.entries(other)) {
        t.hasProp(OWN[kind], name)
        t.notSame(value, OWN[kind][name])
      }
    }
  }
})
