import { join } from 'node:path'
import t from 'tap'
import { findTsxFlag, isTypeScriptError } from './typescript.js'

t.test('TypeScript that needs more than the removal of types is told from other errors', async (t) => {
  const folder = t.testdir({ 'parse.ts': '', 'old.mts': '', 'plain.js': '' })
  const missing = (/** @type {string} */ name) => isTypeScriptError(`Cannot find module '${join(folder, name)}' imported from a.ts`)
  t.same(['parse.js', 'old.mjs', 'gone.js', 'plain.js'].map(missing), [true, true, false, false])
  t.ok(isTypeScriptError('TypeScript enum is not supported in strip-only mode'))
  t.ok(isTypeScriptError('TypeError [ERR_UNKNOWN_FILE_EXTENSION]: Unknown file extension ".tsx" for /a.tsx'))
  t.notOk(isTypeScriptError('SyntaxError: Unexpected token'))
})

t.test('tsx is found in the packages of the project only', async (t) => {
  const tsx = { 'package.json': '{ "name": "tsx", "exports": "./loader.mjs" }', 'loader.mjs': '' }
  const folder = t.testdir({ has: { node_modules: { tsx } }, lacks: {} })
  t.match(findTsxFlag(join(folder, 'has')), /^--import=file:.*loader\.mjs$/)
  t.equal(findTsxFlag(join(folder, 'lacks')), undefined)
})
