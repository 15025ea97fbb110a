import t from 'tap'
import { checkFlags } from './flags.js'

t.test('a Node takes the flags that it knows', async (t) => {
  await t.resolves(checkFlags({ flags: {} }, process.execPath))
  await t.resolves(checkFlags({ flags: { plain: ['--no-turbo-inlining', '--max-old-space-size=64'] } }, process.execPath))
})

t.test('one that it does not know is named, with the variant', async (t) => {
  await t.rejects(checkFlags({ flags: { plain: ['--no-turbo-inlining'], odd: ['--no-turbo-inlining', '--no-such-flag'] } }, process.execPath),
    { name: 'CannotRun', needs: 'odd', message: 'needs the flag --no-such-flag, which this Node does not know' })
})
