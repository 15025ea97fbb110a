import { join } from 'node:path'
import t from 'tap'
import { writeDesk } from '../shared/stage/desk.js'
import { cli, fixture } from './cli.js'

t.test('a lab that is shown already is not shown twice', async (t) => {
  const my = t.testdir()
  const token = 'f'.repeat(32)
  writeDesk(join(my, 'stage'), 'holds', { token, port: 7419, pid: process.pid, at: null, running: false, shown: null })
  const { code, stdout, stderr } = await cli(['demo', fixture('holds'), '--board'], { env: { HOTPATH_MY: my } })
  t.equal(code, 2)
  t.equal(stdout, '')
  t.match(stderr, new RegExp(`^pnpm demo .*holds is running already: http://127.0.0.1:7419/#${token} Go on there, or end process ${process.pid} first\\. If that is another program, delete .*holds.json\\n$`))
})
