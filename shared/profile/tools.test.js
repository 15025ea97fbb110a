import { basename } from 'node:path'
import t from 'tap'
import { buildPagePath } from './tool.js'

t.test('no other page overwrites the page of slow against fast', async (t) => {
  const build = (...variants) => basename(buildPagePath(
    /** @type {any} */ ({ folder: '/profiles', variants }),
    'heap'
  ))
  t.equal(build('slow', 'fast'), 'heap.html')
  t.equal(build('slow'), 'heap-slow.html')
  t.equal(build('slow', 'mine'), 'heap-mine.html')
})
