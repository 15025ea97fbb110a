import { readFileSync } from 'node:fs'
import t from 'tap'
import { DIAGNOSIS_RULES, diagnoseExamination } from './rules.js'

/** Process metrics of labs' variants, recorded under their own load. @type {Record<string, any>} */
const recorded = JSON.parse(readFileSync(new URL('recorded.json', import.meta.url), 'utf8'))

/** The known problems of each. @type {Record<string, string[]>} */
const KNOWN = {
  'divideByAndSum slow': [],
  'http-baseline slow': [],
  'jade-dev-vs-prod slow': ['blocked event loop'],
  'memory-leak fast': [],
  'memory-leak slow': ['leak'],
  'mongo-async-sum slow': ['GC pressure'],
  'promise-all-limit slow': ['idle between awaits'],
}

const changed = (name, change) => ({
  ...recorded[name],
  samples: recorded[name].samples.map((sample) => ({ ...sample, ...change(sample) })),
})

t.test('finds the known problem of each lab', async (t) => {
  t.same(Object.keys(KNOWN), Object.keys(recorded))
  for (const [name, fired] of Object.entries(KNOWN)) {
    const diagnosis = diagnoseExamination(recorded[name])
    t.same(diagnosis.fired, fired, `${name}: ${diagnosis.sentence}`)
    t.equal(diagnosis.judged.length, DIAGNOSIS_RULES.length, 'every rule has its figure')
    if (fired.length === 0) t.match(diagnosis.sentence, /^No problem found: CPU 1\d\d % of one core/)
  }
})

t.test('the most severe problem comes first, and the others are kept', async (t) => {
  const both = { ...recorded['mongo-async-sum slow'], live: recorded['memory-leak slow'].live }
  const { fired, sentence } = diagnoseExamination(both)
  t.same(fired, ['leak', 'GC pressure'])
  t.equal(sentence, 'Memory leak: memory that garbage collection cannot free grew from 12.2 MB to 35.1 MB, and kept growing.')
})

t.test('a cache that fills is no leak', async (t) => {
  const bytes = [10e6, 30e6, 33e6, 33.1e6, 33.2e6]
  t.same(diagnoseExamination({ ...recorded['memory-leak slow'], live: bytes.map((bytes, index) => ({ ms: index * 600, bytes })) }).fired, [])
})

t.test('a function lab is never blamed for a blocked loop', async (t) => {
  const blocked = changed('jade-dev-vs-prod slow', () => ({}))
  t.same(diagnoseExamination({ ...blocked, kind: 'function' }).fired, [])
  t.match(
    diagnoseExamination({ ...blocked, kind: 'function' }).judged.find(({ rule }) => rule === 'blocked event loop'),
    { fired: false, figure: /calls a function in a loop/ }
  )
})

t.test('a load at a fixed rate explains an idle CPU', async (t) => {
  t.same(diagnoseExamination({ ...recorded['promise-all-limit slow'], isPaced: true }).fired, [])
})

t.test('a blocked loop with an idle CPU is blocked, not idle', async (t) => {
  const waiting = changed('promise-all-limit slow', ({ spanMs }) => ({ busy: 1, delayMs: spanMs + 20 }))
  t.same(diagnoseExamination(waiting).fired, ['blocked event loop'])
})

t.test('a variant that died at once gets no diagnosis', async (t) => {
  const { sentence, fired } = diagnoseExamination({ ...recorded['memory-leak slow'], samples: [] })
  t.same(fired, [])
  t.match(sentence, /too short for a diagnosis/)
})
