import t from 'tap'
import { wrapHelp } from './run.js'

t.test('a paragraph is wrapped as a whole, and only where a line of it is too long', async (t) => {
  t.equal(wrapHelp('one two three four\nfive six\n\nseven\neight\n', 12), 'one two\nthree four\nfive six\n\nseven\neight\n')
})

t.test('what an entry of a list does stays beside it where there is room, and else goes below', async (t) => {
  const [beside, below] = ['  pnpm lab  the labs, and how each of them went', '  pnpm versions record --across slow  the same on two']
  t.equal(wrapHelp(beside, 40), '  pnpm lab  the labs, and how each of\n            them went')
  t.equal(wrapHelp(below, 50), '  pnpm versions record --across slow\n      the same on two')
  t.equal(wrapHelp(below, 80), below)
})
