import { execFileSync } from 'node:child_process'
import { copyFileSync, existsSync, mkdirSync, readFileSync, readdirSync, rmSync, statSync, symlinkSync, writeFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import t from 'tap'
import { ROOT } from './cli.js'
import { hotpath, project } from './compare.js'

/** Most bytes of the tarball. */
const MOST_BYTES = 1e6

t.test('the packed package runs in an empty project, has types, and has no tests', async (t) => {
  const folder = project(t, { 'package.json': '{}' })
  const modules = join(folder, 'node_modules')
  mkdirSync(join(modules, '@hotpath-labs'), { recursive: true })
  for (const [source, name] of [['shared/hotpath', 'hotpath'], ['shared/engine', '@hotpath-labs/engine'], ['shared/terminal', '@hotpath-labs/terminal']]) {
    execFileSync('npm', ['pack', '--silent', '--pack-destination', folder], { cwd: join(ROOT, source), shell: process.platform === 'win32' })
    const [tarball] = readdirSync(folder).filter((file) => file.endsWith('.tgz'))
    t.ok(statSync(join(folder, tarball)).size <= MOST_BYTES)
    mkdirSync(join(modules, name))
    execFileSync('tar', ['xzf', join(folder, tarball), '--strip-components=1', '-C', join(modules, name)])
    rmSync(join(folder, tarball))
    t.same(readdirSync(join(modules, name), { recursive: true }).map(String).filter((file) => /\.test\.js$|fixtures/.test(file)), [])
    // the dependencies of this repository, so that the test needs no network
    for (const dependency of Object.keys(JSON.parse(readFileSync(join(ROOT, source, 'package.json'), 'utf8')).dependencies)) {
      const place = join(modules, dependency)
      if (existsSync(place) || dependency.startsWith('@hotpath-labs/')) continue
      mkdirSync(dirname(place), { recursive: true })
      symlinkSync(join(ROOT, source, 'node_modules', dependency), place, 'junction')
    }
  }
  const installed = join(modules, 'hotpath')

  const program = join(installed, JSON.parse(readFileSync(join(installed, 'package.json'), 'utf8')).bin.hotpath)
  t.match(await hotpath(folder, ['init', '--yes'], { program }), { code: 0, stdout: /^first\.perf\.mjs/ })
  copyFileSync(join(folder, 'first.perf.mjs'), join(folder, 'first-changed.perf.mjs'))
  writeFileSync(join(folder, 'first-changed.perf.mjs'), readFileSync(join(folder, 'first.perf.mjs'), 'utf8').replace('total + number, 0', 'total + number, 1'))
  t.match(await hotpath(folder, ['compare', 'first.perf.mjs', 'first-changed.perf.mjs'], { program }), { said: /sum: .* 1: first\.perf\.mjs answers (\d+), first-changed\.perf\.mjs answers/, code: 1 })

  writeFileSync(join(folder, 'typed.perf.mts'), `import { fn, server } from 'hotpath'
fn('right', { margin: '10%', inputs: (random) => [random.int(1, 2)], run: (n: number) => n + 1 })
server('right', { listen: () => 3000, requests: ['/', { path: '/a', method: 'POST' }] })
// @ts-expect-error a share is no percentage
fn('wide', { margin: 0.1, run: () => 1 })
// @ts-expect-error there is no option of this name
fn('wrong', { input: [1], run: () => 1 })
`)
  const tsc = join(ROOT, 'node_modules/typescript/bin/tsc')
  const options = ['--noEmit', '--strict', '--skipLibCheck', 'false', '--module', 'nodenext', '--target', 'es2022', '--types', 'node', '--typeRoots', join(ROOT, 'node_modules/@types')]
  t.doesNotThrow(() => execFileSync(process.execPath, [tsc, ...options, 'typed.perf.mts'], { cwd: folder, encoding: 'utf8', stdio: 'pipe' }))
})
