import { join } from 'node:path'
import t from 'tap'
import { makeImportFlag } from './benchmarks.js'

t.test('a package of --import is head\'s; what head lacks, Node looks for on each side', async (t) => {
  const tsx = { 'package.json': '{ "name": "tsx", "exports": "./loader.mjs" }', 'loader.mjs': '' }
  const folder = t.testdir({ has: { node_modules: { tsx } }, lacks: {} })
  t.match(makeImportFlag('tsx', join(folder, 'has')), /^--import=file:.*loader\.mjs$/)
  t.equal(makeImportFlag('tsx', join(folder, 'lacks')), '--import=tsx')
  t.equal(makeImportFlag('node:os', join(folder, 'has')), '--import=node:os')
})
