import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import colors from 'picocolors'
import t from 'tap'
import { convertToAscii } from '@hotpath-labs/terminal/ascii.js'
import { findAttemptPaths, formatPath, ROOT } from '@hotpath-labs/lab/project/project.js'
import { formatAttemptError, formatDiff } from './attempt-file.js'

const DIFF = '--- slow\n+++ mine\n@@ -1 +1 @@\n-let a\n+const a\n same'

t.test('added and removed lines have their colours', async (t) => {
  const paint = colors.createColors(true)
  const lines = formatDiff(DIFF, { width: 80, color: true }, paint).split('\n')
  t.same(lines, [paint.bold('--- slow'), paint.bold('+++ mine'), paint.cyan('@@ -1 +1 @@'), paint.red('-let a'), paint.green('+const a'), ' same'])
})

t.test('only the first part of a folded line has the line\'s sign', async (t) => {
  const lines = formatDiff(`+${'word '.repeat(10)}`, { width: 20, color: false }, colors.createColors(false)).split('\n')
  t.equal(lines.filter((line) => line.startsWith('+')).length, 1)
  t.ok(lines.filter((line) => line.startsWith('>')).length > 1)
  for (const line of lines) t.ok(line.length <= 20, line)
})

t.test('the task of VS Code finds file, line and message of what is wrong, also on two lines and in ASCII', async (t) => {
  const [{ problemMatcher }] = JSON.parse(readFileSync(join(ROOT, '.vscode/tasks.json'), 'utf8')).tasks
  const find = (text) => problemMatcher.flatMap(({ pattern }) => {
    const patterns = [pattern].flat()
    const lines = text.split('\n')
    const found = patterns.map(({ regexp, file, line, message }, index) => {
      const match = (lines[index] ?? '').match(new RegExp(regexp))
      return match && { ...file && { file: match[file] }, ...line && { line: match[line] }, ...message && { message: match[message] } }
    })
    return found.every(Boolean) ? [Object.assign({}, ...found)] : []
  })
  const lab = /** @type {any} */ ({ name: 'jade-dev-vs-prod', manifest: { kind: 'server', variants: { slow: 'a', fast: 'b' } } })
  const wrong = String(formatAttemptError({ failure: null, oracle: { verdict: 'different', checked: 1, difference: 'GET /: slow answers 1, mine answers 2' } }, lab))
  for (const change of [String, convertToAscii, (text) => `\r${text}`]) {
    for (const file of ['my/a/mine.js', 'my\\a\\mine.cjs', '/home/a b/mine.js']) {
      t.same(find(change(`✘ ${file}:3  TypeError: so`)), [{ file, line: '3', message: 'TypeError: so' }])
      t.same(find(change(`✘ ${file}:3\n  a message too long for the first line`)), [{ file, line: '3', message: 'a message too long for the first line' }])
    }
    t.match(find(change(wrong)), [{ file: formatPath(findAttemptPaths(lab).file), message: /^wrong answer/ }])
    t.same(find(change('✔ same answers  24 compared in 0.04 s')), [])
  }
})
