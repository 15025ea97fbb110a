import t from 'tap'
import { files, mongo } from './index.js'

t.test('a mistake in a service is reported with its place', async (t) => {
  t.throws(() => files(/** @type {any} */ ({ 'visits.log': 'visits' })), { name: 'TypeError', message: 'files({ \'visits.log\': … }): expected a function that returns the file\'s content in chunks' })
  t.throws(() => mongo({ carts: { documents: () => [], indexes: [{ name: 'cart_1' }] } }), { name: 'TypeError', message: /^mongo\(…\): .* \{ .* \}/ })
})
