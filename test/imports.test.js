import { readFileSync } from 'node:fs'
import { join, posix } from 'node:path'
import t from 'tap'
import { projectFiles, ROOT } from './files.js'

t.test('nothing outside of tests needs a file of test/', async (t) => {
  const files = projectFiles(['shared', 'scripts', 'templates', 'tools', 'docs/.vitepress'])
  const programs = files.filter((file) => /\.[cm]?js$/.test(file) && !/\.test\.js$|\/(cache|dist)\//.test(file))
  t.ok(programs.length > 300)
  for (const file of programs) {
    const paths = [...readFileSync(join(ROOT, file), 'utf8').matchAll(/['"`]((?:\.\.?\/)+[^'"`\n]*)['"`]/g)].map(([, path]) => posix.join(file, '..', path))
    t.same(paths.filter((path) => path.startsWith('test/')), [], file)
  }
})
