import t from 'tap'
import { parseNodeVersion, parseNodeVersionList } from './choose-nodes.js'

t.test('versions, words and paths are requests', async (t) => {
  t.same(parseNodeVersionList('6,20.11.0, lts,current'), ['6', '20.11.0', 'lts', 'current'])
  t.equal(parseNodeVersion(process.execPath), process.execPath)
})

t.test('anything else is refused, with the nearest word where there is one', async (t) => {
  t.throws(() => parseNodeVersion('ltss'), { message: /\? .* Node .* 20/ })
  t.throws(() => parseNodeVersion('/no/such/node'), { message: /Node .* 20 or 20\.11\.0, .* node/ })
  t.throws(() => parseNodeVersionList('20,,22'), { message: /^Expected a version/ })
})
