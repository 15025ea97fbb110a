import t from 'tap'
import { parseNodeRequest, parseNodeRequests } from './choose-nodes.js'

t.test('versions, words and paths are requests', async (t) => {
  t.same(parseNodeRequests('6,20.11.0, lts,current'), ['6', '20.11.0', 'lts', 'current'])
  t.equal(parseNodeRequest(process.execPath), process.execPath)
})

t.test('anything else is refused, with the nearest word where there is one', async (t) => {
  t.throws(() => parseNodeRequest('ltss'), { message: /^Did you mean lts\? Expected a version of Node such as 20/ })
  t.throws(() => parseNodeRequest('/no/such/node'), { message: /^Expected a version of Node such as 20 or 20\.11\.0, lts, current, or the path of a node binary\.$/ })
  t.throws(() => parseNodeRequests('20,,22'), { message: /^Expected a version/ })
})
