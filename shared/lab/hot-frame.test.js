import t from 'tap'
import { findHotFrame } from './hot-frame.js'

t.test('the frame to look for may depend on the version of Node', async (t) => {
  const hotFrame = [{ search: 'send', says: 'a', node: '<24' }, { search: 'handle', says: 'b', node: '>=24' }]
  t.equal(findHotFrame({ hotFrame }, 22)?.search, 'send')
  t.equal(findHotFrame({ hotFrame }, 24)?.search, 'handle')
  t.equal(findHotFrame({ hotFrame: { search: 'sum', says: 'c' } }, 20)?.search, 'sum')
  t.equal(findHotFrame({}, 20), undefined)
})
