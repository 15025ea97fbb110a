import { mkdirSync, symlinkSync } from 'node:fs'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import t from 'tap'
import { cli, fixture } from './cli.js'
import { hasEnded, isRunning, listChildren, waitUntil } from './processes.js'
import { place, program, startRegistry } from './registry.js'

if (process.platform === 'win32') {
  t.plan(0, 'the Nodes of these tests are shell scripts')
  process.exit()
}

const registry = await startRegistry(t.testdir(), {
  '12.0.0': { script: 'echo out of luck >&2; exit 7' },
  '14.0.0': { script: 'echo v9.9.9' },
  '16.0.0': { script: 'echo v16.0.0', sends: 'half' },
  '18.0.0': { script: 'echo v18.0.0', sends: 'another file' },
  '20.1.0': { script: 'echo v20.1.0' },
  '20.2.0': { script: 'echo v20.2.0' },
  '22.0.0': { script: 'echo v22.0.0', sends: 'nothing' },
})
t.teardown(registry.close)

function inOneLine (t, stderr, said) {
  t.match(stderr.trim().split('\n').at(-1), said)
  t.notMatch(stderr, /^\s+at /m)
}

/** Fetches a Node for a lab. The fake Node then measures nothing. */
const fetchNode = (version, options) => cli(['lab', fixture('holds'), 'watch-memory', '--node', version], options)

t.test('fetched, and there without the registry', async (t) => {
  const { env, kept } = place(t, registry.url)
  await fetchNode('20', { env })
  t.same(kept(), ['20.2.0'])

  const before = registry.sent.length
  const away = { ...env, npm_config_registry: 'http://127.0.0.1:9/' }
  t.notMatch((await fetchNode('20', { env: away })).stderr, /cannot be fetched/)
  t.equal(registry.sent.length, before)
  const other = await fetchNode('18', { env: away })
  t.equal(other.code, 4)
  inOneLine(t, other.stderr, /^Node 18 .* \(ECONNREFUSED\).* 20\.2\.0$/)
})

for (const [version, said] of /** @type {[string, RegExp][]} */ ([
  ['12', /^Node 12/],
  ['14', /^Node 14 .* v9\.9\.9\./],
  ['16', /^Node 16 .* \(\w+\)/],
  ['18', /^Node 18/],
])) {
  t.test(`Node ${version}: one line, and nothing is kept`, async (t) => {
    const { env, kept } = place(t, registry.url)
    const { code, stdout, stderr } = await fetchNode(version, { env })
    t.equal(code, 4)
    t.equal(stdout, '')
    inOneLine(t, stderr, said)
    t.same(kept(), [])
  })
}

t.test('what a killed run has left goes with the next one', async (t) => {
  const { env, kept } = place(t, registry.url)
  /** npm, which would go on writing into its folder. @type {number[]} */
  let orphans = []
  await fetchNode('22', {
    env,
    async onSpawn (child) {
      while (!hasEnded(child) && kept().length === 0) await sleep(20)
      orphans = listChildren(Number(child.pid))
      child.kill('SIGKILL')
      for (const pid of orphans.filter(isRunning)) process.kill(pid, 'SIGKILL')
    },
  })
  t.ok(await waitUntil(() => !orphans.some(isRunning)))
  t.match(kept(), [/^\.fetching-\d+$/])
  await fetchNode('20', { env })
  t.same(kept(), ['20.2.0'])
})

t.test('a current Node whose checksum is wrong is told, although the cache has another', async (t) => {
  const wrong = await startRegistry(t.testdir(), { '20.2.0': { script: 'echo v20.2.0' }, '24.0.0': { script: 'echo v24.0.0', sends: 'another file' } })
  t.teardown(wrong.close)
  const { env, kept } = place(t, wrong.url)
  await fetchNode('20', { env })
  const { code, stderr } = await fetchNode('current', { env })
  t.equal(code, 4)
  inOneLine(t, stderr, /^Node current cannot be fetched: the download does not match the registry's checksum/)
  t.same(kept(), ['20.2.0'])
})

t.test('a cache that cannot be written, a full disk, no npm, a platform without a package', async (t) => {
  const { env, folder } = place(t, registry.url)
  const full = program(folder, 'if [ $1 = view ]; then echo \'["20.2.0"]\'; else echo \'{"error":{"code":"ENOSPC","summary":"no space left on device"}}\'; exit 228; fi')
  mkdirSync(join(folder, 'bin'))
  symlinkSync(full, join(folder, 'bin', 'npm'))
  for (const [changed, said] of /** @type {[Record<string, string>, RegExp][]} */ ([
    [{ HOTPATH_CACHE: '/dev/null' }, /^Node 20.*Set HOTPATH_CACHE/],
    [{ PATH: `${join(folder, 'bin')}:${process.env.PATH}` }, /^Node 20 .* \(ENOSPC\)/],
    [{ PATH: folder }, /^Node 20 .* npm .* PATH/],
    [{ npm_config_registry: `${registry.url}empty/` }, /^Node 20.* node-/],
  ])) {
    const { code, stderr } = await fetchNode('20', { env: { ...env, ...changed } })
    t.equal(code, 4)
    inOneLine(t, stderr, said)
  }
})
