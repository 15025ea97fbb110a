import { machine } from '../measure/machine.js'
import { newRecording } from './recording.js'

const interval = /** @type {[number, number]} */ ([2.5, 3.8])

/** A run of the fixture lab `holds`, made up, for tests: nothing is measured for them. @param {string} [recordedAt] @returns {import('./recording.js').Recording} */
export function someRun (recordedAt = '2026-11-21T10:00:00.000Z') {
  const sides = { slow: { time: 3, opsPerSecond: 333_000 }, fast: { time: 1, opsPerSecond: 1e6 } }
  const seen = { id: 'faster', verdict: 'undecided', ratio: 3, interval: [null, null], pair: 3 }
  const claim = { id: 'faster', metric: 'time', says: 'fast beats slow', base: 'slow', against: 'fast', gates: true, verdict: /** @type {const} */ ('holds'), ratio: 3.1, interval, within: null, floor: 1.5, shown: null, pairs: 2, scatter: 0.05, outlook: null, published: null, until: null, age: { base: { cpuSeconds: 0.5, operations: 9000 }, against: { cpuSeconds: 0.5, operations: 30_000 } }, steady: null }
  return {
    ...newRecording('holds', new Date(recordedAt)),
    events: [
      [10, { type: 'comparing' }],
      [200, { type: 'block', ratios: { faster: 2.9 }, sides }],
      [300, { type: 'pair', pairs: 1, claims: [seen], sides }],
      [600, { type: 'pair', pairs: 2, claims: [{ ...seen, verdict: 'holds', ratio: 3.1, interval, pair: 3.2 }], sides }],
      [650, {
        type: 'result',
        result: {
          schema: 1,
          lab: 'holds',
          mode: 'measured',
          verdict: 'holds',
          seconds: 0.65,
          firstBlockSeconds: 0.2,
          seed: 1,
          node: 'v20.20.2',
          machine: machine(),
          services: {},
          oracle: { verdict: 'same', checked: 2, difference: null },
          counters: [],
          variants: { slow: sides.slow, fast: { ...sides.fast, latencyMs: { p50: 1, p99: 2 } } },
          claims: [claim],
          speeds: [],
          limit: null,
          failure: null,
        },
      }],
    ],
  }
}

/** What a profile of it could be. @returns {import('../profile/flame/data.js').FlameData} */
export function someProfile () {
  const frame = (/** @type {string} */ name) => ({ name, kind: /** @type {const} */ ('own'), where: `slow.cjs:${name.length}`, line: name.length, text: `function ${name} () {`, hotLine: 0, hotText: '' })
  const side = { operations: 1000, idle: 0 }
  return {
    lab: 'holds',
    question: 'Why?',
    hints: ['Look for "sum".'],
    per: 'per call',
    sides: [
      { ...side, variant: 'slow', label: 'a loop', total: 100, roots: [[1, 90, [[2, 90, []]]], [0, 0.2, []]] },
      { ...side, variant: 'fast', label: 'none', total: 10, roots: [[1, 9.9, []]] },
    ],
    changes: [{ frame: 2, self: [90, 0], total: [90, 0] }, { frame: 0, self: [0.2, 0], total: [0.2, 0] }],
    frames: [frame('narrow'), frame('handler'), frame('sum')],
    look: 'sum',
    narrowest: 0.001,
  }
}
