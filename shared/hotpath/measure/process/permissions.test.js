import t from 'tap'
import { choosePermissionFlags, readPermissionFlags } from './permissions.js'

t.test('each Node is given what it has: reading, threads and the network, and nothing else', async (t) => {
  const quiet = ['--disable-warning=SecurityWarning', '--disable-warning=ExperimentalWarning']
  const node20 = ['--experimental-permission', '--allow-fs-read', '--allow-fs-write', '--allow-child-process', '--allow-worker', '--disable-warning']
  t.same(choosePermissionFlags(node20), ['--experimental-permission', '--allow-fs-read=*', '--allow-worker', ...quiet])
  const node26 = ['--permission', '--experimental-permission', '--allow-fs-read', '--allow-inspector', '--allow-net', '--disable-warning']
  t.same(choosePermissionFlags(node26), ['--permission', '--allow-fs-read=*', '--allow-net', ...quiet])
  t.same(choosePermissionFlags(['--max-old-space-size']), [], 'before Node 20 there are none')
})

t.test('a Node that cannot be asked is no matter of this', async (t) => {
  t.same(await readPermissionFlags('/no/such/node'), [])
})

t.test('another binary says the same as this one', async (t) => {
  t.same(await readPermissionFlags(`${process.execPath} `.trim()), choosePermissionFlags([...process.allowedNodeEnvironmentFlags]))
})
