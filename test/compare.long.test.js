import { execFileSync } from 'node:child_process'
import { existsSync, readdirSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import t from 'tap'
import { ROOT } from './cli.js'
import { compareAsJson, hotpath, project, repository } from './compare.js'

/** @returns {string[]} folders of sides whose process has ended */
const listLeftSides = () => readdirSync(tmpdir()).filter((name) => name.startsWith('hotpath-sides-') && !existsSync(`/proc/${name.split('-')[2]}`))

t.test('a branch is compared with a revision, in parts that are merged; the repository stays as it is', async (t) => {
  const perf = `import { fn } from 'hotpath'
import { sum } from './sum.js'
fn('sum', { inputs: [3], run: sum })
fn('sum again', { inputs: [5], run: sum })
`
  const folder = project(t, { 'sum.perf.js': perf, 'sum.js': 'export const sum = (n) => n\n' })
  const git = (...args) => execFileSync('git', ['-c', 'user.name=a', '-c', 'user.email=a@b', ...args], { cwd: folder, encoding: 'utf8' })
  git('init', '--quiet')
  git('add', '.')
  git('commit', '--quiet', '-m', 'first')
  writeFileSync(join(folder, 'sum.js'), 'export const sum = (n) => -n\n')
  const [before, left] = [git('status', '--porcelain'), listLeftSides()]
  for (const part of ['1', '2']) {
    const { stdout } = await hotpath(folder, ['compare', '--base', 'HEAD', '--shard', `${part}/2`, '--json'])
    writeFileSync(join(folder, '.git', `${part}.json`), stdout)
  }
  const merged = await hotpath(folder, ['merge', '.git/1.json', '.git/2.json'])
  t.match(merged, { code: 1, said: /sum: .*answers.*sum again: .*answers/ })
  t.equal(git('status', '--porcelain'), before)
  t.equal(git('worktree', 'list').trim().split('\n').length, 1)
  t.same(listLeftSides().filter((name) => !left.includes(name)), [])
})

t.test('servers that encrypt, or speak HTTP/2, are measured', async (t) => {
  const certificate = join(ROOT, 'shared/services/mongo/fixtures/localhost.pem')
  const perf = `import { readFileSync } from 'node:fs'
import { createSecureServer, createServer as createHttp2Server } from 'node:http2'
import { createServer } from 'node:https'
import { server } from 'hotpath'
const pem = readFileSync(${JSON.stringify(certificate)})
server('tls', { listen: () => createServer({ key: pem, cert: pem }, (request, response) => response.end('hello')).listen(0), requests: ['/'] })
server('h2', { listen: () => createHttp2Server((request, response) => response.end('hello')).listen(0), requests: ['/'] })
server('both', { listen: () => createSecureServer({ key: pem, cert: pem }, (request, response) => response.end('hello')).listen(0), requests: ['/'] })
`
  const { folder } = repository(t, { 's.perf.js': perf }, {})
  t.match(await compareAsJson(folder, ['--base', 'main', '--all', '--seconds', '6']), { benchmarks: [{ name: 'tls', verdict: /not slower|undecided/, answer: { start: 'hello' } }, { name: 'h2', verdict: /not slower|undecided/, answer: { start: 'hello' } }, { name: 'both', verdict: /not slower|undecided/ }] })
})

t.test('what cannot be measured ends in one line, and leaves no process behind', async (t) => {
  const daemon = 'require("child_process").spawn(process.execPath, ["-e", "setTimeout(() => {}, 99999)"], { detached: true, stdio: "ignore" }).unref()'
  const perf = `import { createServer } from 'node:http'
import { command, server } from 'hotpath'
server('closes', { listen: () => createServer((request) => request.socket.destroy()).listen(0), requests: ['/'] })
server('redirects', { listen: () => createServer((request, response) => response.writeHead(302, { location: '/' }).end()).listen(0), requests: ['/'] })
command('daemon', { run: ['node', '-e', ${JSON.stringify(daemon)}] })
`
  const { folder, commit } = repository(t, { 'a.perf.js': perf }, {})
  const { benchmarks } = await compareAsJson(folder, ['--base', 'main', '--all'])
  t.match(benchmarks, [
    { name: 'closes', verdict: 'cannot run', failure: { code: 'BROKE_CONNECTION' } },
    { name: 'redirects', verdict: 'cannot run', failure: { code: 'WRONG_STATUS' } },
    process.platform === 'linux' ? { name: 'daemon', verdict: 'cannot run', reason: /leaves a process running/ } : { name: 'daemon' },
  ])
  const left = process.platform === 'linux' ? execFileSync('ps', ['-eo', 'args'], { encoding: 'utf8' }) : ''
  t.notMatch(left, /setTimeout\(\(\) => \{\}, 99999\)$/m)
  commit({ 'a.perf.js': "import { fn } from 'hotpath'\nfn('a (b)', { run: () => 1 })\nfn('a', { inputs: { b: 1 }, run: () => 1 })\n" })
  t.match(await compareAsJson(folder, ['--base', 'main', '--all']), { code: 2, stderr: /a \(b\): two benchmarks have this name/ })
})
