import { execFileSync } from 'node:child_process'
import { copyFileSync, mkdirSync, readFileSync, readdirSync, statSync, symlinkSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import t from 'tap'
import { ROOT } from './cli.js'
import { hotpath, project } from './compare.js'

/** Most bytes of the tarball. */
const MOST_BYTES = 1e6

t.test('the packed package runs in an empty project, has types, and has no tests', async (t) => {
  const folder = project(t, { 'package.json': '{}' })
  execFileSync('npm', ['pack', '--silent', '--pack-destination', folder], { cwd: join(ROOT, 'shared/hotpath'), shell: process.platform === 'win32' })
  const [tarball] = readdirSync(folder).filter((name) => name.endsWith('.tgz'))
  t.ok(statSync(join(folder, tarball)).size <= MOST_BYTES)
  const installed = join(folder, 'node_modules', 'hotpath')
  mkdirSync(installed, { recursive: true })
  execFileSync('tar', ['xzf', join(folder, tarball), '--strip-components=1', '-C', installed])
  // the dependencies of this repository, so that the test needs no network
  symlinkSync(join(ROOT, 'shared/hotpath/node_modules'), join(installed, 'node_modules'), 'junction')
  const files = readdirSync(installed, { recursive: true }).map(String).filter((file) => !file.startsWith('node_modules'))
  t.same(files.filter((file) => /\.test\.js$|fixtures/.test(file)), [])

  const program = join(installed, JSON.parse(readFileSync(join(installed, 'package.json'), 'utf8')).bin.hotpath)
  t.match(await hotpath(folder, ['init', '--yes'], { program }), { code: 0, stdout: /^first\.perf\.mjs/ })
  copyFileSync(join(folder, 'first.perf.mjs'), join(folder, 'first-changed.perf.mjs'))
  writeFileSync(join(folder, 'first-changed.perf.mjs'), readFileSync(join(folder, 'first.perf.mjs'), 'utf8').replace('total + number, 0', 'total + number, 1'))
  const { code, said } = await hotpath(folder, ['compare', 'first.perf.mjs', 'first-changed.perf.mjs'], { program })
  t.match(said, /sum: .* 1: first\.perf\.mjs answers (\d+), first-changed\.perf\.mjs answers/)
  t.equal(code, 1)

  writeFileSync(join(folder, 'typed.perf.mts'), `import { fn, server } from 'hotpath'
fn('right', { inputs: (random) => [random.int(1, 2)], run: (n: number) => n + 1 })
server('right', { listen: () => 3000, requests: ['/', { path: '/a', method: 'POST' }] })
// @ts-expect-error there is no option of this name
fn('wrong', { input: [1], run: () => 1 })
`)
  const tsc = join(ROOT, 'node_modules/typescript/bin/tsc')
  const options = ['--noEmit', '--strict', '--skipLibCheck', 'false', '--module', 'nodenext', '--target', 'es2022', '--types', 'node', '--typeRoots', join(ROOT, 'node_modules/@types')]
  t.doesNotThrow(() => execFileSync(process.execPath, [tsc, ...options, 'typed.perf.mts'], { cwd: folder, encoding: 'utf8', stdio: 'pipe' }))
})
