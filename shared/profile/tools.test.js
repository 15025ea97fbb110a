import { basename } from 'node:path'
import t from 'tap'
import { pageFile } from './tools.js'

t.test('the page of one variant does not take the place of slow against fast', async (t) => {
  const named = (/** @type {string[]} */ ...variants) => basename(pageFile(/** @type {any} */ ({ folder: '/profiles', variants }), 'heap'))
  t.equal(named('slow', 'fast'), 'heap.html')
  t.equal(named('mine'), 'heap-mine.html')
})
