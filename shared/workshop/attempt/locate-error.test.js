import { join } from 'node:path'
import { pathToFileURL } from 'node:url'
import t from 'tap'
import { locateAttemptError } from './locate-error.js'

function said (t, what, stderr, source = '', others = {}) {
  const folder = t.testdir({ ...others, 'mine.js': source, 'package.json': '{"type":"module"}' })
  const file = join(folder, 'mine.js')
  const { line, what: told } = locateAttemptError({ what, stderr: stderr(file) }, { folder, file })
  return { line, told }
}

t.test('an error in a server\'s answer is named, with its line', async (t) => {
  const page = (file) => `<!DOCTYPE html>\n<html><body>\n<pre>TypeError: no &#39;rows&#39;<br> &nbsp; at file://${file}:7:11<br> &nbsp; at next (/express.js:3:1)</pre>\n</body></html>`
  t.same(said(t, 'answered GET / with status 500', page), { line: 7, told: 'answered GET / with status 500 (TypeError: no \'rows\')' })
})

t.test('a reason that the message contains is not repeated', async (t) => {
  const missing = "Cannot find package 'nope'"
  t.same(said(t, `failed: ${missing} imported from /my/mine.js`, () => `Error [ERR_MODULE_NOT_FOUND]: ${missing} imported from /my/mine.js\n    at node:internal/modules:1:1`), { line: undefined, told: missing })
})

t.test('a syntax error has its line from node --check', async (t) => {
  t.same(said(t, "failed: Unexpected token ')'", () => "SyntaxError: Unexpected token ')'\n    at node:internal/modules:1:1", 'let a\nlet b = )\n'), { line: 2, told: "SyntaxError: Unexpected token ')'" })
})

t.test('a syntax error is found in a file that the attendee\'s file loads, not in another one', async (t) => {
  const broken = 'let a\nlet b = )\n'
  const folder = t.testdir({ 'a-draft.js': broken, lib: { 'helper.js': broken }, 'mine.js': 'new Worker("./lib/helper.js")\n', 'package.json': '{"type":"module"}' })
  const page = '<pre>SyntaxError: Unexpected token &#39;)&#39;<br> &nbsp; at node:internal/modules:1:1</pre>'
  const { file, line } = locateAttemptError({ what: 'answered GET / with status 500', stderr: page }, { folder, file: join(folder, 'mine.js') })
  t.same([file, line], [join(folder, 'lib', 'helper.js'), 2])
})

t.test('every syntax error has its line, and other errors get no line of another file', async (t) => {
  const twice = "Identifier 'app' has already been declared"
  t.same(said(t, `failed: ${twice}`, () => `SyntaxError: ${twice}\n    at node:internal/modules:1:1`, 'const app = 1\nconst app = 2\n'), { line: 2, told: `SyntaxError: ${twice}` })
  const lacks = 'expected module.exports to be a function'
  t.same(said(t, `failed: ${lacks}`, () => `Error: ${lacks}\n    at /shared/worker/function.cjs:21:9`, 'exports.sum = 1\n', { 'old.js': 'let a\nlet b = )\n' }), { line: undefined, told: lacks })
})

t.test('a place is found in a file of any name, as a path and as a URL', async (t) => {
  const folder = join(t.testdir({ 'a 50%25 folder': {} }), 'a 50%25 folder')
  for (const name of ['50%.cjs', '100%25.cjs', 'a b#c.cjs', 'plain.cjs']) {
    const file = join(folder, name)
    const blame = (place) => locateAttemptError({ what: 'threw Error: so', stderr: `Error: so\n    at ${place}:3:7\n    at node:internal/modules:1:1` }, { folder, file: join(folder, 'mine.cjs') })
    t.match(blame(file), { file, line: 3 }, `the path of ${name}`)
    t.match(blame(pathToFileURL(file).href), { file, line: 3 }, `the URL of ${name}`)
  }
  const madeUp = `${pathToFileURL(folder).href}/50%.cjs`
  t.match(locateAttemptError({ what: 'threw Error: so', stderr: `Error: not in ${madeUp}:9` }, { folder, file: join(folder, 'mine.cjs') }), { file: join(folder, 'mine.cjs'), line: undefined }, 'a URL that an attendee made up')
})

t.test('an error of a file whose folder is gone is named without a line', async (t) => {
  const folder = join(t.testdir(), 'moved')
  const file = join(folder, 'mine.js')
  t.same(locateAttemptError({ what: "failed: Unexpected token ')'", stderr: "SyntaxError: Unexpected token ')'" }, { folder, file }), { file, line: undefined, what: "SyntaxError: Unexpected token ')'" })
})
