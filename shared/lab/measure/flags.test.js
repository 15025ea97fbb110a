import t from 'tap'
import { chooseSupportedFlags } from './flags.js'

t.test('known flags pass', async (t) => {
  t.same(await chooseSupportedFlags({ slow: { flags: [] } }, process.execPath), {})
  const flags = ['--no-turbo-inlining', '--max-old-space-size=64']
  t.same(await chooseSupportedFlags({ slow: { flags: [] }, plain: { flags } }, process.execPath), { slow: [], plain: flags })
})

t.test('flags for other versions are left out', async (t) => {
  const flags = ['--no-turbo-inlining', { flag: '--no-crankshaft', node: '<8' }, { flag: '--max-old-space-size=64', node: '>=20' }]
  t.same(await chooseSupportedFlags({ plain: { flags } }, process.execPath), { plain: ['--no-turbo-inlining', '--max-old-space-size=64'] })
})

t.test('an unknown flag is named with its variant', async (t) => {
  const plain = { flags: ['--no-turbo-inlining'] }
  await t.rejects(chooseSupportedFlags({ plain, odd: { flags: [...plain.flags, '--no-such-flag'] } }, process.execPath),
    { code: 'NODE_LACKS_FLAG', part: 'odd', what: /--no-such-flag/ })
})
