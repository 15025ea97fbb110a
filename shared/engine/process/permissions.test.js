import t from 'tap'
import { choosePermissionFlags, findSupportedPermissionFlags } from './node-options.js'

t.test('each Node gets its flags for reading, threads and the network only', async (t) => {
  const quiet = ['--disable-warning=SecurityWarning', '--disable-warning=ExperimentalWarning']
  const node20 = ['--experimental-permission', '--allow-fs-read', '--allow-fs-write', '--allow-child-process', '--allow-worker', '--disable-warning']
  t.same(choosePermissionFlags(node20), ['--experimental-permission', '--allow-fs-read=*', '--allow-worker', ...quiet])
  const node26 = ['--permission', '--experimental-permission', '--allow-fs-read', '--allow-inspector', '--allow-net', '--disable-warning']
  t.same(choosePermissionFlags(node26), ['--permission', '--allow-fs-read=*', '--allow-net', ...quiet])
  t.same(choosePermissionFlags(['--max-old-space-size']), [], 'before Node 20 there are none')
})

t.test('a Node that does not run has none', async (t) => {
  t.same(await findSupportedPermissionFlags('/no/such/node'), [])
})

t.test('the same binary under another name gets the same flags', async (t) => {
  t.same(await findSupportedPermissionFlags(`${process.execPath} `.trim()), choosePermissionFlags([...process.allowedNodeEnvironmentFlags]))
})
