import t from 'tap'
import { readHints } from './load.js'

t.test('hints have the step of the heading above them', async (t) => {
  const folder = t.testdir({ 'hints.md': '# Hints\n\n1. Look\n   there.\n\n## kept-string\n\n2. Keep 1. of them.\n3. Write it.\n\n## fast\n\n4. The end.\n' })
  t.same(readHints(folder), [
    { step: null, text: 'Look there.' }, { step: 'kept-string', text: 'Keep 1. of them.' }, { step: 'kept-string', text: 'Write it.' }, { step: 'fast', text: 'The end.' },
  ])
  t.same(readHints(t.testdir({})), [])
})
