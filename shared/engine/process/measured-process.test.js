import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import t from 'tap'
import { MeasuredProcess } from './measured-process.js'

t.test('a process ends even if its child holds its stderr open', async (t) => {
  const file = join(t.testdir(), 'slow.cjs')
  const grandchild = 'require("node:child_process").spawn(process.execPath, ["-e", "setTimeout(() => {}, 20_000)"], { stdio: ["ignore", "ignore", "inherit"], detached: true })'
  writeFileSync(file, `const child = ${grandchild}\nchild.unref()\nprocess.on('exit', () => {})\nmodule.exports = () => child.pid\n`)
  const measured = new MeasuredProcess({ variant: 'slow', worker: 'function.cjs', flags: [], node: process.execPath, padding: 0 })
  await measured.load(file)
  const ended = await Promise.race([measured.stop().then(() => 'ended'), new Promise((resolve) => setTimeout(resolve, 5000, 'waits').unref())])
  t.equal(ended, 'ended')
})
