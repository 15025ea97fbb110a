import { join } from 'node:path'
import t from 'tap'
import { isTypeScriptError } from './benchmarks.js'

t.test('TypeScript that needs more than the removal of types is told from other errors', async (t) => {
  const folder = t.testdir({ 'parse.ts': '', 'old.mts': '', 'plain.js': '' })
  const missing = (name) => isTypeScriptError(`Cannot find module '${join(folder, name)}' imported from a.ts`)
  t.same(['parse.js', 'old.mjs', 'gone.js', 'plain.js'].map(missing), [true, true, false, false])
  t.ok(isTypeScriptError('TypeScript enum is not supported in strip-only mode'))
  t.ok(isTypeScriptError('TypeError [ERR_UNKNOWN_FILE_EXTENSION]: Unknown file extension ".tsx" for /a.tsx'))
  t.notOk(isTypeScriptError('SyntaxError: Unexpected token'))
})
