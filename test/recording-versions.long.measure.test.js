import { readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import t from 'tap'
import { cli, copyOf, fixture } from './cli.js'
import { place, program } from './registry.js'

const skip = process.platform === 'win32' && 'the Nodes of these tests are shell scripts'

const rowsIn = (folder) => JSON.parse(readFileSync(join(folder, 'data', 'records.json'), 'utf8'))

t.test('what is recorded is complete, is not recorded twice, and is told; what a Node cannot run is said', { skip }, async (t) => {
  const { folder: nodes } = place(t, 'http://127.0.0.1:9/')
  const old = program(nodes, 'if [ "$1" = --version ]; then echo v12.0.0; else echo "SyntaxError: Unexpected token" >&2; exit 1; fi')
  const folder = copyOf(t, 'holds')
  const args = ['versions', 'record', folder, '--node', `${process.execPath},${old}`, '--seed', '1']
  const first = await cli(args)
  t.equal(first.code, 0, first.stderr)
  t.match(first.stderr, /2 .* [\d.]+ s\n[^]*.* Node v[\d.]+: 5 .* [\d.]+ s\n[^]*.* Node v12\.0\.0: .*SyntaxError/)
  const [early, later, refused] = rowsIn(folder)
  t.match(refused, { node: '12.0.0', cannot: /SyntaxError/ })
  for (const row of [early, later]) t.match(row, { node: process.version.slice(1), by: 'versions', pairs: 5 })
  t.ok(early.claims.faster.ratio > 1 && later.claims.faster.ratio > 1)
  t.ok(later.cpuSeconds >= early.cpuSeconds + 0.5, 'the processes are older')

  // as Ctrl-C leaves it
  writeFileSync(join(folder, 'data', 'records.json'), JSON.stringify([early, later]))
  t.equal((await cli(args)).code, 0)
  t.same(rowsIn(folder).slice(0, 2), [early, later], 'what is complete is kept')
  t.equal(rowsIn(folder).length, 3)

  const told = await cli(['lab', folder, 'versions'])
  t.equal(told.code, 0)
  t.match(told.stdout, new RegExp(`faster {2}the slow way takes longer than the fast way[^]*Node ${process.version.slice(1)} .*●.*[\\d.]+×[^]*Node 12 cannot run it: .*SyntaxError`))
  const { claims } = JSON.parse((await cli(['lab', folder, 'versions', '--json'])).stdout)
  t.equal(claims[0].readings[0].node, process.version)
  t.ok(claims[0].readings[0].late.interval[0] > 1)
})

t.test('nothing recorded', { skip }, async (t) => {
  const { code, stderr } = await cli(['lab', fixture('holds'), 'versions'])
  t.equal(code, 2)
  t.match(stderr, /^[^\n]*pnpm versions record \S*test.fixtures.holds\n$/)
})
