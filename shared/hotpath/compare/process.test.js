import t from 'tap'
import { readUserEnvironment } from './process.js'

function readWith (t, variables) {
  const before = { ...process.env }
  t.teardown(() => { Object.assign(process.env, before) })
  for (const name of Object.keys(process.env)) if (/^(?:NODE_|UV_|DEBUG$|VSCODE)/.test(name)) delete process.env[name]
  Object.assign(process.env, variables)
  return readUserEnvironment()
}

t.test('the environment is the user\'s, but for debuggers, coverage and caches', async (t) => {
  const { env, removed } = readWith(t, { NODE_ENV: 'production', DEBUG: 'x', UV_THREADPOOL_SIZE: '8', NODE_V8_COVERAGE: '/c', NODE_COMPILE_CACHE: '/d', NODE_CHANNEL_FD: '3' })
  t.match(env, { NODE_ENV: 'production', DEBUG: 'x', UV_THREADPOOL_SIZE: '8', PATH: String })
  t.same([env.NODE_V8_COVERAGE, env.NODE_COMPILE_CACHE, env.NODE_CHANNEL_FD], [undefined, undefined, undefined])
  t.same(removed.sort(), ['NODE_COMPILE_CACHE', 'NODE_V8_COVERAGE'])
})

t.test('NODE_OPTIONS keeps its flags, but for those that disturb measuring', async (t) => {
  const kept = '--max-old-space-size=300 -r ./a.cjs --import "file:///b c.mjs" --conditions=dev'
  t.same(readWith(t, { NODE_OPTIONS: kept }).env.NODE_OPTIONS, kept)
  const { env, removed } = readWith(t, { NODE_OPTIONS: '--inspect=0 --require "/x y/js-debug/bootloader.js" --no-warnings --inspect-port 9230 --cpu-prof' })
  t.equal(env.NODE_OPTIONS, '--no-warnings')
  t.same(removed, ['--inspect', '--require', '--inspect-port', '--cpu-prof'].map((flag) => `${flag} of NODE_OPTIONS`))
  t.equal(readWith(t, { NODE_OPTIONS: '--inspect' }).env.NODE_OPTIONS, undefined)
})
