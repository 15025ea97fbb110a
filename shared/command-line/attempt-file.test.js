import colors from 'picocolors'
import t from 'tap'
import { formatDiff } from './attempt-file.js'

const DIFF = '--- slow\n+++ mine\n@@ -1 +1 @@\n-let a\n+const a\n same'

t.test('without colour a short diff is as it was', async (t) => {
  t.equal(formatDiff(DIFF, { width: 80, color: false }, colors.createColors(false)), DIFF)
})

t.test('added and removed lines have their colours', async (t) => {
  const paint = colors.createColors(true)
  const lines = formatDiff(DIFF, { width: 80, color: true }, paint).split('\n')
  t.same(lines, [paint.bold('--- slow'), paint.bold('+++ mine'), paint.cyan('@@ -1 +1 @@'), paint.red('-let a'), paint.green('+const a'), ' same'])
})

t.test('each part of a folded line begins with the line\'s sign', async (t) => {
  const lines = formatDiff(`+${'word '.repeat(10)}`, { width: 20, color: false }, colors.createColors(false)).split('\n')
  t.ok(lines.length > 1)
  for (const line of lines) t.match(line, /^\+.{0,19}$/)
})
