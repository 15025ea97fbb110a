import t from 'tap'
import { checkFlags } from './flags.js'

t.test('a Node takes the flags that it knows', async (t) => {
  t.same(await checkFlags({ flags: {}, ladder: {} }, process.execPath), {})
  const flags = { plain: ['--no-turbo-inlining', '--max-old-space-size=64'] }
  t.same(await checkFlags({ flags, ladder: {} }, process.execPath), flags)
})

t.test('flags for everybody are those of each variant and of the limit', async (t) => {
  const flags = { '*': ['--max-old-space-size=64'], plain: ['--no-turbo-inlining'] }
  const all = ['--max-old-space-size=64']
  t.same(await checkFlags({ flags, ladder: { slow: 'a', plain: 'b', mine: 'yours' }, limit: 'c' }, process.execPath), { slow: all, plain: [...all, '--no-turbo-inlining'], mine: all, limit: all })
})

t.test('a flag that is for other versions is left out', async (t) => {
  const flags = { plain: ['--no-turbo-inlining', { flag: '--no-crankshaft', node: '<8' }, { flag: '--max-old-space-size=64', node: '>=20' }] }
  t.same(await checkFlags({ flags, ladder: {} }, process.execPath), { plain: ['--no-turbo-inlining', '--max-old-space-size=64'] })
})

t.test('one that it does not know is named, with the variant', async (t) => {
  await t.rejects(checkFlags({ flags: { plain: ['--no-turbo-inlining'], odd: ['--no-turbo-inlining', '--no-such-flag'] }, ladder: {} }, process.execPath),
    { name: 'CannotRun', needs: 'odd', message: 'needs the flag --no-such-flag, which this Node does not know', by: 'node' })
  await t.rejects(checkFlags({ flags: { '*': ['--no-such-flag'] }, ladder: { slow: 'a', fast: 'b' } }, process.execPath), { name: 'CannotRun', needs: 'slow', message: 'needs the flag --no-such-flag, which this Node does not know' })
})
