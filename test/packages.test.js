import { readFileSync } from 'node:fs'
import { dirname, join, posix } from 'node:path'
import t from 'tap'
import { listPackages, renderPackageGraph } from '@hotpath-labs/figures/packages.js'
import { projectFiles, ROOT } from './files.js'

const all = listPackages()

/** An import, a require or a type, as it is written. */
const SPECIFIER = /(?:\bfrom|\bimport|\brequire|\.resolve)\s*\(?\s*'([^'\n]+)'/g

/** @param {string} file @returns {import('@hotpath-labs/figures/packages.js').Package | undefined} whose it is */
const packageOf = (file) => all.find(({ folder }) => file.startsWith(`${folder}/`))

/** Programs that only tests run, which import what is wrong. */
const isProgram = (file) => /\.(m?js|cjs)$/.test(file) && !/(^|\/)fixtures\/|^labs\/.*\/(slow|fast|limit)|\.long\.test\.js$/.test(file) && file !== 'test/packages.test.js'

/** @param {string} file @param {string} text @returns {string[]} what it imports against the rules */
function pastDoors (file, text) {
  const own = packageOf(file)
  return [...text.matchAll(SPECIFIER)].flatMap(([, specifier]) => {
    if (specifier.startsWith('.')) {
      const path = posix.join(dirname(file), specifier)
      const target = packageOf(path)
      if (path.startsWith('test/') && /^(shared|scripts|docs)\//.test(file) && !isTest(file)) return [`${file}: ${specifier}: only tests need a file of test/`]
      return target && target !== own ? [`${file}: ${specifier}: write ${target.name}`] : []
    }
    const target = all.find(({ name }) => specifier === name || specifier.startsWith(`${name}/`))
    if (!target) return []
    const door = specifier.replace(target.name, '.')
    if (!Object.hasOwn(target.exports, door)) return [`${file}: ${specifier} is no door of ${target.folder}/package.json`]
    // its own door would be a circle
    if (target === own && !isTest(file)) return [`${file}: ${specifier}: write the file's path`]
    return []
  })
}

const isTest = (file) => /\.(test|perf)\.js$/.test(file)

t.test('no import goes past a package\'s door', async (t) => {
  const files = projectFiles().filter(isProgram)
  t.ok(files.length > 400)
  t.same(files.flatMap((file) => pastDoors(file, readFileSync(join(ROOT, file), 'utf8'))), [])
})

t.test('each door is the way of another package', async (t) => {
  const files = projectFiles().filter((file) => /\.(m?js|cjs)$/.test(file))
  const used = new Set(files.flatMap((file) => [...readFileSync(join(ROOT, file), 'utf8').matchAll(SPECIFIER)]
    .flatMap(([, specifier]) => specifier.startsWith(`${packageOf(file)?.name}/`) ? [] : [specifier])))
  const doors = all.flatMap(({ name, exports }) => Object.keys(exports).map((door) => door.replace('.', name)))
  t.ok(doors.length > 100)
  t.same(doors.filter((door) => !used.has(door)), [])
})

t.test('a package needs what it declares, and declares what it needs', async (t) => {
  const files = projectFiles().filter(isProgram)
  for (const one of all) {
    const used = new Set(files.filter((file) => packageOf(file) === one && !isTest(file)).flatMap((file) =>
      [...readFileSync(join(ROOT, file), 'utf8').matchAll(SPECIFIER)].flatMap(([, specifier]) => all.find(({ name }) => name !== one.name && (specifier === name || specifier.startsWith(`${name}/`)))?.name ?? [])))
    t.same(Object.keys(one.dependencies).filter((name) => all.some((other) => other.name === name)).sort(), [...used].sort(), one.name)
  }
})

t.test('there is no circle, and of what is published the engine needs nothing', async (t) => {
  const circle = (one, path = []) => {
    if (path.includes(one.name)) return [...path, one.name]
    return all.filter(({ name }) => Object.hasOwn(one.dependencies, name)).flatMap((next) => circle(next, [...path, one.name]))
  }
  for (const one of all) t.same(circle(one), [], one.name)
  t.match(renderPackageGraph().match(/^ {2}(?:hotpath|terminal|engine) --> .*/gm)?.sort(), ['  hotpath --> terminal', '  terminal --> engine'])
})

t.test('the repository\'s folder is found in one place', async (t) => {
  const roots = projectFiles().filter((file) => /^(shared|scripts)\/.*\.(m?js|cjs)$/.test(file) && !isTest(file) && /new URL\('(\.\.\/){2,}'|new URL\('(\.\.\/)+(docs|labs|test|templates|scripts)\b/.test(readFileSync(join(ROOT, file), 'utf8')))
  t.same(roots, ['shared/terminal/root.js'])
})
