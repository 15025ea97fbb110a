import { spawnSync } from 'node:child_process'
import t from 'tap'
import { cleanEnvironment, unhooked } from './environment.js'

t.test('a process that is measured has none of what the test runner loads into those that it starts', async (t) => {
  const loaded = () => spawnSync(process.execPath, ['-p', 'process.env.NODE_OPTIONS ?? "none"'], { env: cleanEnvironment(), encoding: 'utf8' }).stdout.trim()
  t.equal(unhooked(loaded), 'none')
  t.throws(() => unhooked(() => { throw new Error('as it is') }), { message: 'as it is' })
})
