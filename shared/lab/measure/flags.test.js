import t from 'tap'
import { chooseSupportedFlags } from './flags.js'

t.test('known flags pass', async (t) => {
  t.same(await chooseSupportedFlags({ flags: {}, variants: {} }, process.execPath), {})
  const flags = { plain: ['--no-turbo-inlining', '--max-old-space-size=64'] }
  t.same(await chooseSupportedFlags({ flags, variants: {} }, process.execPath), flags)
})

t.test("flags for '*' go to each variant and to the limit", async (t) => {
  const flags = { '*': ['--max-old-space-size=64'], plain: ['--no-turbo-inlining'] }
  const all = ['--max-old-space-size=64']
  t.same(await chooseSupportedFlags({ flags, variants: { slow: 'a', plain: 'b', mine: 'yours' }, limit: 'c' }, process.execPath), { slow: all, plain: [...all, '--no-turbo-inlining'], mine: all, limit: all })
})

t.test('flags for other versions are left out', async (t) => {
  const flags = { plain: ['--no-turbo-inlining', { flag: '--no-crankshaft', node: '<8' }, { flag: '--max-old-space-size=64', node: '>=20' }] }
  t.same(await chooseSupportedFlags({ flags, variants: {} }, process.execPath), { plain: ['--no-turbo-inlining', '--max-old-space-size=64'] })
})

t.test('an unknown flag is named with its variant', async (t) => {
  await t.rejects(chooseSupportedFlags({ flags: { plain: ['--no-turbo-inlining'], odd: ['--no-turbo-inlining', '--no-such-flag'] }, variants: {} }, process.execPath),
    { code: 'NODE_LACKS_FLAG', part: 'odd', what: /--no-such-flag/ })
  await t.rejects(chooseSupportedFlags({ flags: { '*': ['--no-such-flag'] }, variants: { slow: 'a', fast: 'b' } }, process.execPath), { code: 'NODE_LACKS_FLAG', part: 'slow' })
})
