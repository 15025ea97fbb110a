import { mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import { dirname, join, relative, sep } from 'node:path'
import t from 'tap'
import { findInstallFolders, planInstall, withoutOwnScripts } from './install-plan.js'
import { readPackageJson } from './package-json.js'

const DEPENDENT = '{ "dependencies": { "a": "1" } }'
const LOCK = '{ "lockfileVersion": 3 }'

function makeCheckout (t, files) {
  const top = t.testdir()
  for (const [path, text] of Object.entries(files)) {
    mkdirSync(dirname(join(top, path)), { recursive: true })
    writeFileSync(join(top, path), text)
  }
  return top
}

/** @param {any} t @param {Record<string, string>} files @param {string[]} perfFiles @returns {string[]} the folders to install */
function listInstallFolders (t, files, ...perfFiles) {
  const top = makeCheckout(t, files)
  return findInstallFolders(top, perfFiles.map((path) => join(top, path))).map((folder) => relative(top, folder).replaceAll(sep, '/'))
}

t.test('each folder with dependencies is installed, from the perf file up to the top', async (t) => {
  const root = { 'package.json': DEPENDENT, 'package-lock.json': LOCK }
  const perf = 'benchmarks/a.perf.js'
  t.same(listInstallFolders(t, { ...root, 'benchmarks/package.json': DEPENDENT, 'benchmarks/package-lock.json': LOCK }, perf), ['', 'benchmarks'])
  for (const field of ['devDependencies', 'optionalDependencies', 'peerDependencies']) {
    t.same(listInstallFolders(t, { ...root, 'benchmarks/package.json': `{ "${field}": { "a": "1" } }` }, perf), ['', 'benchmarks'], field)
  }
  t.same(listInstallFolders(t, { 'package.json': DEPENDENT, 'benchmarks/package.json': '{ "type": "module" }' }, perf), ['', 'benchmarks'])
  t.same(listInstallFolders(t, { ...root, 'benchmarks/package.json': '{ "type": "module", "dependencies": null }' }, perf), [''])
  t.same(listInstallFolders(t, { 'package.json': '{}', 'benchmarks/package.json': DEPENDENT, 'benchmarks/package-lock.json': LOCK }, perf), ['benchmarks'])
  t.same(listInstallFolders(t, { ...root, 'other/package.json': DEPENDENT }, perf, 'b.perf.js'), [''])
  t.same(listInstallFolders(t, { ...root, 'a/package.json': DEPENDENT, 'b/package.json': DEPENDENT }, 'a/a.perf.js', 'b/b.perf.js'), ['', 'a', 'b'])
  t.same(listInstallFolders(t, {}, perf), [])
})

t.test('a member of a workspace is installed with the workspace', async (t) => {
  const installed = (files, perf = 'packages/a/bench/a.perf.js') =>
    listInstallFolders(t, { 'package.json': '{}', 'packages/a/package.json': DEPENDENT, ...files }, perf)
  const yarn = (workspaces) => ({ 'package.json': JSON.stringify({ workspaces }), 'yarn.lock': '' })
  const pnpm = (text) => ({ 'pnpm-workspace.yaml': text, 'pnpm-lock.yaml': '' })
  for (const globs of [['packages/*'], ['packages/a'], ['./packages/*/'], ['**'], ['packages/**'], ['{apps,packages}/*'], ['pack*s/a'], ['packages/!(b)'], ['packages/[ab]']]) {
    t.same(installed(yarn(globs)), [''], globs[0])
  }
  t.same(installed(yarn({ packages: ['packages/*'], nohoist: [] })), [''])
  for (const globs of [['packages'], ['apps/*'], ['*'], ['packages/**', '!packages/a'], ['**', '!**/a/**'], [], 5, null, [null], { nohoist: ['a'] }]) {
    t.same(installed(yarn(globs)), ['', 'packages/a'], JSON.stringify(globs))
  }
  t.same(installed({ ...yarn(['packages/**', '!packages/[b]']), 'packages/a/yarn.lock': '' }), [''], 'the lock file of the workspace counts')
  t.same(installed({ ...yarn(['packages/*']), 'packages/a/bench/package.json': DEPENDENT }), ['', 'packages/a/bench'], 'not a member itself')
  t.same(installed({ ...yarn(['packages/*']), 'packages/a/package.json': '{ "workspaces": ["bench"] }', 'packages/a/bench/package.json': DEPENDENT }), [''], 'a workspace inside of another')
  for (const text of [
    'packages:\n  # all\n  - packages/* # these\n  - "apps/*"\n\ncatalog:\n  - x\n',
    'catalog:\n  a: 1\r\npackages:\r\n- \'apps/*\'\r\n\r\n- packages/*\r\nother: true\r\n',
    'packages: [ apps/*, "packages/{a,b}" ]',
    'packages: [\n  \'packages/*\', # these\n]\nother: []\n',
  ]) t.same(installed(pnpm(text)), [''], text)
  for (const text of ['', 'packages:\n', 'packages: []\n', 'packages:\n  - apps/*\nother:\n  - packages/*\n', 'other: packages/*\n']) t.same(installed(pnpm(text)), ['', 'packages/a'], text)
  t.same(installed({ 'pnpm-workspace.yaml': 'packages:\n  - packages/*\n', 'packages/a/pnpm-lock.yaml': '' }), ['packages/a'], 'each member has its own lock file')
})

t.test('a broken package.json below the installed folder counts as none', async (t) => {
  const top = makeCheckout(t, { 'package.json': DEPENDENT, 'pnpm-workspace.yaml': 'packages: ["**"]' })
  const before = planInstall(top, top)
  const broken = { empty: '', broken: '{ "name": "{{name}}", }', template: '{{{ json }}}', null: 'null', array: '[]', text: '"a"', number: '5' }
  for (const [name, text] of Object.entries(broken)) {
    mkdirSync(join(top, 'fixtures', name), { recursive: true })
    writeFileSync(join(top, 'fixtures', name, 'package.json'), text)
  }
  mkdirSync(join(top, 'fixtures/folder/package.json'), { recursive: true })
  t.same(planInstall(top, top), before)
  t.same(findInstallFolders(top, Object.keys(broken).map((name) => join(top, 'fixtures', name, 'a.perf.js'))), [top])
})

t.test('a package.json with fields of wrong types is read', async (t) => {
  const odd = ['scripts', 'dependencies', 'devDependencies', 'workspaces', 'packageManager', 'pnpm']
    .flatMap((field) => ['null', '5', '"text"', '[null]', '{ "install": null }'].map((value) => `{ "${field}": ${value} }`))
  for (const text of odd) {
    const top = makeCheckout(t, { 'package.json': '{ "workspaces": ["a"] }', 'a/package.json': text, 'b/package.json': text })
    for (const folder of ['', 'a', 'b']) t.doesNotThrow(() => planInstall(join(top, folder), top), text)
    t.doesNotThrow(() => findInstallFolders(top, ['a', 'b'].map((folder) => join(top, folder, 'a.perf.js'))), text)
  }
})

t.test('own scripts run in the order of the members, the root last, and not during the install', async (t) => {
  const files = {
    'package.json': '{ "workspaces": ["packages/*"], "scripts": { "prepare": "build", "postprepare": "x", "postinstall": "patch" } }',
    'packages/a/package.json': '{ "name": "a", "devDependencies": { "b": "*" }, "scripts": { "prepare": "build" } }',
    'packages/b/package.json': '{ "name": "b", "dependencies": { "a": "*" }, "scripts": { "prepare": "build", "test": "x" } }',
    'packages/c/package.json': '{ "name": "c", "scripts": { "prepare": "husky" } }',
    'packages/a/fixtures/package.json': '{ "scripts": { "postinstall": "node build.js" } }',
  }
  const top = makeCheckout(t, files)
  const plan = /** @type {import('./install-plan.js').InstallPlan} */ (planInstall(top, top))
  t.same(plan.scripts, [
    { folder: join(top, 'packages/b'), names: ['prepare'] },
    { folder: join(top, 'packages/a'), names: ['prepare'] },
    { folder: top, names: ['postinstall', 'prepare'] },
  ])
  const readTexts = () => Object.keys(files).map((path) => readFileSync(join(top, path), 'utf8'))
  await t.rejects(withoutOwnScripts(plan, async () => {
    t.same(readPackageJson(join(top, 'packages/b/package.json')).scripts, { prepare: 'exit 0', test: 'x' })
    throw new Error('the install fails')
  }), /install fails/)
  t.same(readTexts(), Object.values(files))
  await withoutOwnScripts(plan, async () => {
    const added = { ...readPackageJson(join(top, 'package.json')), dependencies: { x: '1' } }
    writeFileSync(join(top, 'package.json'), JSON.stringify(added))
  })
  t.match(readPackageJson(join(top, 'package.json')), { dependencies: { x: '1' }, scripts: { prepare: 'build' } }, 'what the install adds stays')
})

t.test("pnpm's lock files of members, and bun's settings and patches, decide too whether base and head share an install", async (t) => {
  const pnpm = { 'package.json': DEPENDENT, 'pnpm-workspace.yaml': 'packages: [a]', 'pnpm-lock.yaml': '', 'a/package.json': DEPENDENT }
  const bun = { 'package.json': '{ "dependencies": { "a": "1" }, "patchedDependencies": { "a@1": "patches/a.patch" } }', 'bun.lock': '' }
  for (const [files, path] of /** @type {[Record<string, string>, string][]} */ ([[pnpm, 'a/pnpm-lock.yaml'], [bun, 'bunfig.toml'], [bun, 'patches/a.patch']])) {
    const top = makeCheckout(t, { ...files, [path]: '1' })
    const before = planInstall(top, top)?.content
    writeFileSync(join(top, path), '2')
    t.not(planInstall(top, top)?.content, before, path)
  }
})

t.test('pnpm ignores a workspace above if the folder is not a member', async (t) => {
  const top = makeCheckout(t, {
    'package.json': DEPENDENT,
    'pnpm-workspace.yaml': 'packages: [packages/*]',
    'packages/a/package.json': DEPENDENT,
    'packages/a/pnpm-lock.yaml': '',
    'benchmarks/package.json': DEPENDENT,
    'benchmarks/pnpm-lock.yaml': '',
    'npm/package.json': DEPENDENT,
  })
  const ignores = ['', 'packages/a', 'benchmarks', 'npm'].map((folder) => planInstall(join(top, folder), top)?.args.includes('--ignore-workspace'))
  t.same(ignores, [false, false, true, false])
})

t.test('a package.json is read with a byte order mark, and a broken one is reported', async (t) => {
  const top = makeCheckout(t, { 'package.json': `\uFEFF${DEPENDENT}` })
  const file = join(top, 'package.json')
  t.same(readPackageJson(file), JSON.parse(DEPENDENT))
  for (const text of ['', '{,}', 'null', '[]', '5']) {
    writeFileSync(file, text)
    t.throws(() => planInstall(top, top), { code: 'BAD_PACKAGE_JSON' }, text)
  }
  const other = makeCheckout(t, { 'package.json': '{', 'package-lock.json': LOCK, 'benchmarks/package.json': DEPENDENT, 'benchmarks/package-lock.json': LOCK })
  t.throws(() => findInstallFolders(other, [join(other, 'benchmarks/a.perf.js')]), { code: 'BAD_PACKAGE_JSON' })
})

t.test('a lock file names the package manager, whose install obeys it; several, or an unknown one, are refused', async (t) => {
  const plan = (files) => {
    const top = makeCheckout(t, { 'package.json': DEPENDENT, ...files })
    return /** @type {import('./install-plan.js').InstallPlan} */ (planInstall(top, top))
  }
  for (const [lock, typed, text = ''] of [
    ['pnpm-lock.yaml', 'pnpm install --frozen-lockfile'],
    ['yarn.lock', 'yarn install --frozen-lockfile'],
    ['yarn.lock', 'yarn install --immutable', '\n__metadata:\n  version: 8\n'],
    ['package-lock.json', 'npm ci'],
    ['npm-shrinkwrap.json', 'npm ci'],
    ['bun.lock', 'bun install --frozen-lockfile'],
  ]) {
    const { manager, args } = plan({ [lock]: text, 'deno.lock': '' })
    t.equal([manager.command, ...args].join(' ').indexOf(typed), 0, typed)
  }
  t.throws(() => plan({ 'package-lock.json': LOCK, 'yarn.lock': '' }), { code: 'SEVERAL_LOCK_FILES' })
  t.throws(() => plan({ 'deno.lock': '' }), { code: 'FOREIGN_LOCK_FILE' })
})

t.test('what an install builds or copies from the repository is not shared', async (t) => {
  const plan = (manifest, files = {}) => {
    const top = makeCheckout(t, { 'package.json': JSON.stringify(manifest), 'package-lock.json': LOCK, ...files })
    return planInstall(top, top)
  }
  t.equal(plan({}), undefined, 'nothing to install')
  t.match(plan({ scripts: { prepare: 'husky || true' }, devDependencies: { husky: '9' } }), { ownBecause: undefined })
  t.match(plan({ scripts: { preinstall: 'tsc' } }), { ownBecause: /preinstall/ })
  t.match(plan({ scripts: { preinstall: 'npx only-allow npm' }, dependencies: { b: '1' } }), { ownBecause: undefined })
  t.match(plan({ dependencies: { b: 'file:./b' } }), { ownBecause: /copies packages/ })
  t.match(plan({ dependencies: { b: './b' } }, { 'b/package.json': '{}' }), { ownBecause: undefined }, 'npm links a folder')
})
