import { chmodSync, mkdirSync, symlinkSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import t from 'tap'
import { NPM_PLATFORM } from '@hotpath-labs/engine/nodes/provide.js'
import { prepareNodeComparison } from './sides.js'

const VERSION = process.version.slice(1)

t.test('two versions of Node run the same files', { skip: process.platform === 'win32' && 'the cache holds a link' }, async (t) => {
  const cwd = t.testdir({ 'a.perf.js': "import 'hotpath'" })
  const { HOTPATH_CACHE } = process.env
  t.teardown(() => { if (HOTPATH_CACHE === undefined) delete process.env.HOTPATH_CACHE; else process.env.HOTPATH_CACHE = HOTPATH_CACHE })
  process.env.HOTPATH_CACHE = join(cwd, 'cache')
  const bin = join(cwd, 'cache', 'node', NPM_PLATFORM, VERSION, 'bin')
  mkdirSync(bin, { recursive: true })
  symlinkSync(process.execPath, join(bin, 'node'))
  const { base, head, notes, remove } = await prepareNodeComparison({ cwd, base: VERSION, head: process.execPath })
  t.same(base, { label: `Node ${VERSION}`, folder: cwd, perfFiles: [join(cwd, 'a.perf.js')], node: join(bin, 'node') })
  t.same(head, { ...base, node: process.execPath })
  t.same(notes, [`Both sides are Node ${VERSION}: every difference is noise.`])
  await remove()
})

t.test('what is no version is refused', { skip: process.platform === 'win32' && 'the Nodes of this test are shell scripts' }, async (t) => {
  const cwd = t.testdir({ 'a.perf.js': "import 'hotpath'" })
  const refuses = async (head, code) => {
    await t.rejects(prepareNodeComparison({ cwd, base: process.execPath, head }), { code })
  }
  await refuses('banana', 'NO_SUCH_NODE')
  for (const old of ['4', '16', '18.12', '20.5.0', 'v19']) await refuses(old, 'NODE_TOO_OLD')
  writeFileSync(join(cwd, 'nightly'), '#!/bin/sh\necho v27.0.0-pre\n')
  chmodSync(join(cwd, 'nightly'), 0o755)
  t.match(await prepareNodeComparison({ cwd, base: process.execPath, head: './nightly' }), { head: { label: 'Node 27.0.0-pre' } })
  writeFileSync(join(cwd, 'broken'), '#!/bin/sh\necho no\n')
  chmodSync(join(cwd, 'broken'), 0o755)
  await refuses('./broken', 'NODE_DOES_NOT_RUN')
})
