import { readFileSync, readdirSync } from 'node:fs'
import { join, relative, resolve, sep } from 'node:path'
import t from 'tap'
import { ROOT } from './cli.js'

/** @param {string} folder @returns {string[]} its files that run outside of tests, absolute */
function programsIn (folder) {
  return readdirSync(folder, { withFileTypes: true }).filter(({ name }) => !['node_modules', 'fixtures', 'cache', 'dist'].includes(name)).flatMap((entry) => {
    const path = join(folder, entry.name)
    if (entry.isDirectory()) return programsIn(path)
    return /\.[cm]?js$/.test(entry.name) && !/\.(test|long)\.js$/.test(entry.name) ? [path] : []
  })
}

t.test('nothing outside of tests needs a file of test/', async (t) => {
  const programs = ['shared', 'scripts', 'templates', 'tools', join('docs', '.vitepress')].flatMap((folder) => programsIn(join(ROOT, folder)))
  t.ok(programs.length > 300)
  for (const file of programs) {
    const paths = [...readFileSync(file, 'utf8').matchAll(/['"`]((?:\.\.?\/)+[^'"`\n]*)['"`]/g)].map(([, path]) => relative(ROOT, resolve(file, '..', path)))
    t.same(paths.filter((path) => path.startsWith(`test${sep}`)), [], relative(ROOT, file))
  }
})
