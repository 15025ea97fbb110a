import t from 'tap'
import { cleanEnvironment } from './environment.js'

t.test('what was set for other purposes does not reach what is measured', async (t) => {
  const before = { ...process.env }
  t.teardown(() => { process.env = before })
  const strangers = { NODE_OPTIONS: '--no-opt', NODE_ENV: 'production', UV_THREADPOOL_SIZE: '1' }
  Object.assign(process.env, strangers, { HOTPATH_OTHER: 'stays' })
  const clean = cleanEnvironment()
  for (const name of Object.keys(strangers)) t.notOk(name in clean, name)
  t.equal(/** @type {any} */ (clean).HOTPATH_OTHER, 'stays')
})
