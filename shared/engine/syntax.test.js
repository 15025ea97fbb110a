import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import t from 'tap'
import { serializeSyntaxTree } from './syntax.js'

t.test('comments and spellings keep the canonical syntax, values change it', async (t) => {
  const folder = t.testdir({})
  const written = (text) => {
    const file = join(folder, 'a.js')
    writeFileSync(file, text)
    return serializeSyntaxTree(file)
  }
  const before = written('export const cost = (a) => a > 0x10 ? "x" : null // why\n')
  t.equal(written("// another reason\nexport const cost = (a) =>\n  (a > 16 ? 'x' : null);\n"), before)
  for (const other of ['a > 17 ? "x" : null', 'a > 16 ? "y" : null', 'a > 16 ? "x" : false', 'a > 16 ? "x" : "null"', 'a > 16n ? "x" : null', 'a >= 16 ? "x" : null', 'a > 16 ? /x/ : null', 'b > 16 ? "x" : null']) {
    t.not(written(`export const cost = (a) => ${other}\n`), before, other)
  }
  t.not(written('export const cost = [/x/g]'), written('export const cost = [/x/i]'))
  t.not(written('export const cost = `a`'), written('export const cost = `b`'))
})
