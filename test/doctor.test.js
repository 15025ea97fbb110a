import { join } from 'node:path'
import t from 'tap'
import { cli } from './cli.js'

t.test('doctor looks at everything, and an exit code of 0 means that the labs can run', async (t) => {
  const { code, stdout } = await cli(['lab', 'doctor', '--json'], { env: { HOTPATH_MY: t.testdir() } })
  const { verdict, checks } = JSON.parse(stdout)
  t.equal(code, verdict === 'stop' ? 4 : 0)
  t.same(checks.map(({ name }) => name).sort(), ['CPU pinning', 'CPU quota', 'MongoDB', 'Node', 'browser', 'clock', 'free ports', 'memory', 'noise', 'pnpm', 'power', 'processors', 'processors busy', 'your folder'])
  for (const { name, state, mend } of checks) t.equal(typeof mend === 'string', state !== 'good', `${name} is mended by something, unless it is good`)
  t.match(checks.at(-1).says, /^(differences below \d+ % do not show in two seconds|only one pair of processes could be measured)/)
})

t.test('what stops a lab is told with what mends it, and gives 4', async (t) => {
  const { code, stdout } = await cli(['lab', 'doctor'], { env: { HOTPATH_MY: join(t.testdir({ file: '' }), 'file', 'my'), MONGODB_URL: 'mongodb://127.0.0.1:1/' } })
  t.equal(code, 4)
  t.match(stdout, /^stop +.* [^]*? .* it: .* HOTPATH_MY=/m)
  t.match(stdout, /^stop +MongoDB [^]*? .* it: /m)
  t.match(stdout, /^At least one lab cannot run on this machine\. Fix /m)
})
