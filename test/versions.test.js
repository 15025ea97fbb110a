import { symlinkSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import t from 'tap'
import { cli, fakeMachine, fixture } from './cli.js'
import { place, program } from './registry.js'
import { findVersionsMisfits } from './result-schemas.js'

const skip = process.platform === 'win32' && 'the Nodes of these tests are shell scripts'

const FASTER = fakeMachine({ slow: 4000, fast: 1000 })

/** Where no registry is. */
const NOWHERE = 'http://127.0.0.1:9/'

t.test('what a Node does not know is not the fault of a variant, and what fails on any is', { skip }, async (t) => {
  const { folder } = place(t, NOWHERE)
  const old = program(folder, 'if [ "$1" = --version ]; then echo v12.0.0; else echo "SyntaxError: Unexpected token" >&2; exit 1; fi')
  const unknown = await cli(['lab', fixture('holds'), '--node', old, '--json'])
  t.equal(unknown.code, 4)
  t.match(JSON.parse(unknown.stdout), { verdict: 'cannot run', node: 'v12.0.0', claims: [], failure: { code: 'NODE_LACKS_FEATURE', what: /v12\.0\.0: SyntaxError/ } })
  const faulty = await cli(['lab', fixture('throws-on-load'), '--node', old, '--json'])
  t.equal(JSON.parse(faulty.stdout).verdict, 'broken')
  const wanting = await cli(['lab', 'http-baseline', '--node', old, '--json'])
  t.equal(wanting.code, 4)
  t.match(JSON.parse(wanting.stdout), { verdict: 'cannot run', failure: { code: 'NODE_OUT_OF_RANGE', part: 'express' } })
})

t.test('several: one result each, and one exit code', { skip }, async (t) => {
  const { env, folder } = place(t, NOWHERE)
  const twin = join(folder, 'node')
  symlinkSync(process.execPath, twin)
  const nodes = `${process.execPath},${twin},20,${twin}`
  const lab = await cli(['lab', fixture('holds'), '--node', nodes, '--json'], { env, ...FASTER })
  const result = JSON.parse(lab.stdout)
  t.same(findVersionsMisfits(result), [])
  t.equal(lab.code, 4)
  t.same(result.versions.map(({ node, verdict }) => [node, verdict]), [[process.version, 'holds'], [process.version, 'holds'], ['20', 'cannot run']])
  t.equal(result.versions[2].failure.code, 'REGISTRY_UNREACHABLE')
  t.equal(new Set(result.versions.map(({ seed }) => seed)).size, 1, 'the same inputs')

  writeFileSync(join(folder, 'lab.json'), lab.stdout)
  const table = await cli(['verify', 'merge', join(folder, 'lab.json')])
  t.equal(table.code, 4)
  t.match(table.stdout, new RegExp(`holds on Node ${process.version} +faster +holds`))
  t.match(table.stdout, /Node 20 {2}Node 20/m)
  t.match(table.stdout, /CANNOT RUN {2}1 lab .* 2 Nodes/)
})
