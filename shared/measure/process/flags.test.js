import t from 'tap'
import { flagsFor } from './flags.js'

t.test('a Node takes the flags that it knows', async (t) => {
  t.same(await flagsFor({ flags: {} }, process.execPath), {})
  const flags = { plain: ['--no-turbo-inlining', '--max-old-space-size=64'] }
  t.same(await flagsFor({ flags }, process.execPath), flags)
})

t.test('a flag that is for other versions is left out', async (t) => {
  const flags = { plain: ['--no-turbo-inlining', { flag: '--no-crankshaft', node: '<8' }, { flag: '--max-old-space-size=64', node: '>=20' }] }
  t.same(await flagsFor({ flags }, process.execPath), { plain: ['--no-turbo-inlining', '--max-old-space-size=64'] })
})

t.test('one that it does not know is named, with the variant', async (t) => {
  await t.rejects(flagsFor({ flags: { plain: ['--no-turbo-inlining'], odd: ['--no-turbo-inlining', '--no-such-flag'] } }, process.execPath),
    { name: 'CannotRun', needs: 'odd', message: 'needs the flag --no-such-flag, which this Node does not know', by: 'node' })
})
