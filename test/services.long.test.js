import { execFileSync } from 'node:child_process'
import t from 'tap'
import { cli, fixture } from './cli.js'
import { hasEnded, listChildren, readCpuSeconds, waitUntil } from './processes.js'

t.test("the database killed while a lab is measured is no variant's fault: code 4", { skip: process.platform === 'win32' && 'has no ps' }, async (t) => {
  const { code, stdout } = await cli(['lab', fixture('database'), '--json'], {
    async onSpawn (child) {
      const pid = Number(child.pid)
      const findDatabase = () => execFileSync('ps', ['-eo', 'pid=,ppid=,args='], { encoding: 'utf8' }).split('\n')
        .map((line) => line.trim().split(/\s+/)).find(([, ppid, ...args]) => Number(ppid) === pid && args.join(' ').includes('embedded'))
      // a variant with 0.6 s of CPU time has connected, and measures
      const isMeasured = (one) => String(one) !== findDatabase()?.[0] && readCpuSeconds(one) >= 0.6
      await waitUntil(() => hasEnded(child) || listChildren(pid).some(isMeasured))
      const found = findDatabase()
      if (found) process.kill(Number(found[0]), 'SIGKILL')
    },
  })
  t.match({ code, ...JSON.parse(stdout) }, { code: 4, verdict: 'cannot run', failure: { code: 'MONGO_GONE', what: /SIGKILL/ }, claims: [] })
})
