import t from 'tap'
import { hashEngineSettings, hashSettingValues, selectResultsOfCurrentEngine } from './engine.js'

t.test('the hash of an engine ignores names, and notices values', async (t) => {
  const before = hashSettingValues([{ warmUp: { leastMs: 25 }, blocks: 16 }, [[2, 0.1]]])
  t.equal(hashSettingValues([{ warmUp: { minimumMs: 25 }, blocksPerSide: 16 }, [[2, 0.1]]]), before)
  t.not(hashSettingValues([{ warmUp: { leastMs: 26 }, blocks: 16 }, [[2, 0.1]]]), before)
  t.not(hashSettingValues([{ warmUp: { leastMs: 25 }, blocks: 16 }, [[2, 0.2]]]), before)
})

t.test('answers of today\'s engine and of other tools count, answers of older engines do not', async (t) => {
  const ours = { kind: /** @type {const} */ ('function'), engine: hashEngineSettings('function') }
  const theirs = { kind: /** @type {const} */ ('function'), tool: 'mitata' }
  t.same(selectResultsOfCurrentEngine([ours, { ...ours, engine: 'values-00000000' }, theirs]), [ours, theirs])
})

t.test('a hash of an unknown form is an error of one line', async (t) => {
  t.throws(() => selectResultsOfCurrentEngine([{ kind: 'server', engine: '273fd376' }]), { message: /^docs\/validation has a verdict of the engine 273fd376; expected a hash such as values-[0-9a-f]{8}\. [^\n]+$/ })
})
