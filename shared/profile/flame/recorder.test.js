import { execFileSync } from 'node:child_process'
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import t from 'tap'

const RECORDER = fileURLToPath(new URL('recorder.cjs', import.meta.url))

// needs a process and its clock, because V8's samples are placed by it
t.test('short spans have the samples that were taken in them, and none of what lies between', async (t) => {
  const file = join(t.testdir(), 'a.cpuprofile')
  execFileSync(process.execPath, ['--require', RECORDER, '-e', `
    const { channel: { further } } = require(${JSON.stringify(join(RECORDER, '../../../engine/worker/index.cjs'))})
    const spin = (ms) => { for (const end = performance.now() + ms; performance.now() < end;); }
    function inside () { spin(8) }
    function between () { spin(40) }
    for (let turn = 0; turn < 10; turn++) {
      further.profileFrom()
      inside()
      further.profileTo()
      between()
    }
    further.profileWrite()`], { env: { ...process.env, HOTPATH_PROFILE: file } })
  const { nodes, samples } = JSON.parse(readFileSync(file, 'utf8'))
  /** @type {Map<number, number>} by callee */
  const callers = new Map()
  for (const { id, children = [] } of nodes) for (const child of children) callers.set(child, id)
  const names = new Map(nodes.map(({ id, callFrame }) => [id, callFrame.functionName]))
  const count = (name) => samples.filter((id) => {
    for (let at = /** @type {number | undefined} */ (id); at !== undefined; at = callers.get(at)) if (names.get(at) === name) return true
    return false
  }).length
  const [inside, between] = ['inside', 'between'].map(count)
  t.ok(inside > 4 * between, `${inside} samples inside of the spans, ${between} between`)
})
