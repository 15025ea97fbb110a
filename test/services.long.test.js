import { execFileSync } from 'node:child_process'
import { readFileSync, writeFileSync } from 'node:fs'
import t from 'tap'
import { cli, fixture } from './cli.js'
import { hasEnded, listChildren, readCpuSeconds, waitUntil } from './processes.js'

t.test('in verify such a lab is red, and the others run on', async (t) => {
  const { code, stdout } = await cli(['verify', fixture('database'), fixture('holds'), '--json'], { env: { MONGODB_URL: 'mongodb://127.0.0.1:1/' } })
  t.equal(code, 4)
  t.same(JSON.parse(stdout).labs.map((/** @type {any} */ { lab, verdict }) => [lab, verdict]), [['database', 'cannot run'], ['holds', 'holds']])
})

t.test("the database killed while a lab is measured is no variant's fault: code 4", { skip: process.platform === 'win32' && 'has no ps' }, async (t) => {
  const { code, stdout } = await cli(['lab', fixture('database'), '--json'], {
    async onSpawn (child) {
      const pid = Number(child.pid)
      const findDatabase = () => execFileSync('ps', ['-eo', 'pid=,ppid=,args='], { encoding: 'utf8' }).split('\n')
        .map((line) => line.trim().split(/\s+/)).find(([, ppid, ...args]) => Number(ppid) === pid && args.join(' ').includes('embedded'))
      // a variant with 0.6 s of CPU time has connected, and measures
      const isMeasured = (/** @type {number} */ one) => String(one) !== findDatabase()?.[0] && readCpuSeconds(one) >= 0.6
      await waitUntil(() => hasEnded(child) || listChildren(pid).some(isMeasured))
      const found = findDatabase()
      if (found) process.kill(Number(found[0]), 'SIGKILL')
    },
  })
  const result = JSON.parse(stdout)
  t.equal(code, 4)
  t.equal(result.verdict, 'cannot run')
  t.match(result.failure, { code: 'MONGO_GONE', what: /SIGKILL/ })
  t.same(result.claims, [])
})

t.test('parts of the labs, and one table of them', async (t) => {
  const dir = t.testdir()
  const joined = (/** @type {string[]} */ files) => cli(['verify', 'merge', ...files, '--json'])
  const labs = [fixture('holds'), fixture('not-faster')]
  const files = []
  for (const part of ['1/2', '2/2']) {
    const { stdout } = await cli(['verify', ...labs, '--shard', part, '--json'])
    t.equal(JSON.parse(stdout).labs.length, 1)
    files.push(`${dir}/${part[0]}.json`)
    writeFileSync(files[files.length - 1], stdout)
  }
  const { code, stdout } = await cli(['verify', 'merge', ...files, '--markdown', `${dir}/table.md`], { env: { GITHUB_STEP_SUMMARY: `${dir}/summary.md` } })
  t.equal(code, 1)
  t.match(stdout, /BROKEN {2}2 labs/)
  const table = readFileSync(`${dir}/table.md`, 'utf8')
  t.match(table, /\| \*\*holds\*\* \| ✔ holds \| .* slow .* [\d.]+× .* fast .*<br>/)
  t.match(table, /\| \*\*not-faster\*\* \| ✘ broken \|/)
  t.equal(readFileSync(`${dir}/summary.md`, 'utf8'), table)

  const labsOf = (/** @type {string} */ file) => JSON.parse(readFileSync(file, 'utf8')).labs
  writeFileSync(`${dir}/before.json`, JSON.stringify({ labs: labsOf(files[0]) }))
  writeFileSync(`${dir}/lab.json`, JSON.stringify(labsOf(files[1])[0]))
  t.equal((await joined([`${dir}/before.json`, `${dir}/lab.json`])).stdout, (await joined(files)).stdout, 'a file without a version, and one of a single lab')

  for (const text of ['{}', '{"labs":[]}', 'null']) {
    writeFileSync(`${dir}/else.json`, text)
    const { code, stderr } = await joined([`${dir}/else.json`])
    t.same([code, stderr], [2, `${dir}/else.json is not a result. Expected the output of verify --json, or of lab <name> --json.\n`], text)
  }
  const wrong = await cli(['verify', 'merge', fixture('manifest.js')])
  t.equal(wrong.code, 2)
  t.match(wrong.stderr, /manifest.js .* JSON/)
})
