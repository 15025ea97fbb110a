import { cpSync, mkdirSync, mkdtempSync, readFileSync, readdirSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { copyProject } from '@hotpath-labs/validate/mutations/mutations.js'
import t from 'tap'
import { loadNamedLab } from '@hotpath-labs/lab/project/timetable.js'
import { findLabFaults } from '@hotpath-labs/workshop/new-lab/file-rules.js'
import { makeMutants } from '@hotpath-labs/workshop/new-lab/mutants.js'
import { listLabNames } from '@hotpath-labs/lab/project/project.js'
import { loadLab } from '@hotpath-labs/lab/load.js'
import { refused } from './attendee.js'
import { ROOT, cli } from './cli.js'

for (const name of listLabNames()) {
  t.test(`${name} has the files that a lab has`, async (t) => {
    const lab = await loadNamedLab(name)
    t.same(await findLabFaults(lab), { faults: [], isMeasurable: true })
    t.ok(makeMutants(lab).length > 0, 'something in fast can be changed')
  })
}

for (const kind of ['function', 'server', 'heap']) {
  t.test(`a new ${kind} lab is a lab`, async (t) => {
    const folder = join(t.testdir(), 'brand-new')
    t.match((await cli(['new-lab', folder, '--kind', kind])).stdout, `is a working ${kind} lab`)
    t.match(await cli(['check-labs', folder, '--no-measure']), { code: 0, stdout: '✔ brand-new has the files that a lab needs\n' })
    refused(t, await cli(['new-lab', folder]), 2, /brand-new .* /)
  })
}

t.test('a lab outside of the repository finds hotpath', async (t) => {
  const top = mkdtempSync(join(tmpdir(), 'hotpath 50%-'))
  t.teardown(() => rmSync(top, { recursive: true, force: true }))
  const folder = join(top, 'brand-new')
  await cli(['new-lab', folder])
  t.match(await cli(['check-labs', folder, '--no-measure']), { code: 0 })
})

t.test('a judge that always answers the same is caught', async (t) => {
  const root = t.testdir({})
  copyProject(root, ['package.json', 'scripts', 'shared', 'labs'], (file) => !file.includes('/data/'))
  const rule = readFileSync(join(root, 'shared/engine/stats/rule.js'), 'utf8')
  for (const [answer, said] of /** @type {[string, RegExp][]} */ ([
    ['holds', /slow .* fast; it .* broken.* \S+ exchanged \([^)]*\); it .* broken/],
    ['broken', /fast: \S+ .* broken/],
  ])) {
    writeFileSync(join(root, 'shared/engine/stats/rule.js'), rule)
    const changed = edit(root, 'shared/engine/stats/rule.js', /^export function judgeAtInterimAnalysis .*$/m, `$&\n  if (true) return '${answer}'`)
    t.match(changed, `if (true) return '${answer}'`)
    const { code, stdout } = await cli(['check-labs', 'parse-int', '--seconds', '20'], { cwd: root, onSpawn () {} })
    t.not(code, 0, stdout)
    t.match(stdout.replace(/\s+/g, ' '), said)
  }
})

t.test('each fault of a lab is one clear line', async (t) => {
  const model = join(ROOT, 'labs/http-baseline')
  /** @type {[string, (folder: string) => void, RegExp][]} */
  const wrong = [
    ['a file that is missing', (folder) => rmSync(join(folder, 'bench.js')), /^bench\.js/],
    ['a file that nobody needs', (folder) => writeFileSync(join(folder, 'old.js'), ''), /^old\.js .* bench\.js/],
    ['a long variant', (folder) => writeFileSync(join(folder, 'limit.js'), `${readFileSync(join(folder, 'limit.js'), 'utf8')}${'\n// more'.repeat(40)}`), /^limit\.js has \d+ .* 40/],
    ['a variant that knows the harness', (folder) => edit(folder, 'limit.js', /^/, 'import \'../known.js\'\n'), /^limit\.js imports .*known\.js; expected imports from inside the lab's folder only$/],
    ['few hints', (folder) => edit(folder, 'hints.md', /^2[^]*/m, ''), /^hints\.md has 1 numbered hints; expected at least 3/],
    ['a README without a station', (folder) => edit(folder, 'README.md', '## What to look at', '## What else'), /^README\.md has no line "## What to look at"$/],
    ['stations in another order', (folder) => edit(folder, 'README.md', /(## The baseline)([^]*)(## What to look at)/, '$3$2$1'), /^README\.md has its sections in another order than expected: ## The baseline, /],
    ['a counter that is missing without a word', (folder) => edit(folder, 'lab.js', /counters: \{[^]*?\n {2}\},/, ''), /^lab\.js has no counter, and README\.md does not say why/],
    ['a limit that is missing without a word', (folder) => { edit(folder, 'lab.js', /limit: .*/, ''); rmSync(join(folder, 'limit.js')) }, /^lab\.js has no limit, and README\.md does not say why/],
    ['a dependency that nobody uses', (folder) => edit(folder, 'package.json', '"express"', '"koa": "^3.0.0", "express"'), /^package\.json: no variant needs the dependency koa$/],
    ['a dependency that is not listed', (folder) => edit(folder, 'package.json', /, "fastify": "[^"]*"/, ''), /^package\.json: expected fastify among the dependencies, because a variant imports it$/],
    ['records whose hashes have an unknown form', (folder) => edit(folder, 'data/records.json', /tree-/g, ''), /records\.json cannot be read: this version of hotpath-labs does not know this file format/],
    ['a tool that nobody uses', (folder) => edit(folder, 'package.json', '"devDependencies": {', '"devDependencies": { "benchmark": "^2.1.4",'), /^package\.json: neither bench\.js nor a test needs the devDependency benchmark$/],
  ]
  const top = t.testdir()
  for (const [index, [name, spoil, said]] of wrong.entries()) {
    // each in a folder of its own, because Node loads a lab.js once
    const root = join(top, String(index))
    const folder = join(root, 'labs', 'http-baseline')
    mkdirSync(folder, { recursive: true })
    for (const file of readdirSync(model).filter((file) => file !== 'node_modules')) cpSync(join(model, file), join(folder, file), { recursive: true })
    writeFileSync(join(root, 'labs', 'known.js'), '')
    spoil(folder)
    const faults = await faultsIn(folder)
    t.equal(faults.length, 1, `${name}: ${faults.join('; ')}`)
    t.match(faults[0], said)
  }
})

t.test('a file that cannot be read is named, once, and nothing is measured', async (t) => {
  const top = t.testdir()
  /** @type {[string, (folder: string) => void, RegExp][]} */
  const wrong = [
    ['imported', (folder) => {
      writeFileSync(join(folder, 'known.cjs'), 'const = 1')
      for (const variant of ['slow.cjs', 'fast.cjs']) edit(folder, variant, /^/, 'require(\'./known.cjs\')\n')
    }, /^known\.cjs cannot be read: Unexpected token/],
    ['a variant', (folder) => writeFileSync(join(folder, 'fast.cjs'), 'module.exports = ('), /^fast\.cjs/],
    ['the package', (folder) => writeFileSync(join(folder, 'package.json'), '{'), /^package\.json/],
    ['what is not there', (folder) => edit(folder, 'fast.cjs', /^/, 'require(\'./gone.cjs\')\n'), /^fast\.cjs cannot be read: Cannot find module '\.\/gone\.cjs'/],
  ]
  for (const [index, [name, spoil, said]] of wrong.entries()) {
    const folder = join(top, `lab-${index}`)
    await cli(['new-lab', folder])
    // first, because Node loads no lab.js beside a broken package.json
    const lab = await loadLab(folder)
    spoil(folder)
    const { faults, isMeasurable } = await findLabFaults(lab)
    t.equal(faults.length, 1, `${name}: ${faults.join('; ')}`)
    t.match(faults[0], said)
    t.notOk(isMeasurable)
  }
})

t.test('what cannot be a lab is one line', async (t) => {
  for (const [args, said] of /** @type {[string[], RegExp][]} */ ([
    [['new-lab', '9lives'], /^"9lives" .* lab\. .*, - and _, .*\.$/],
    [['new-lab', 'http-baseline'], /^labs\/http-baseline .*\. [^\n]*$/],
    [['new-lab', 'other', '--kind', 'servr'], /server\?$/],
    [['new-lab', '/proc/nothing/lab'], /^\/proc\/nothing\/lab .* \(E\w+\)\. .*\.$/],
    [['check-labs', 'http-basline'], /http-baseline\?$/],
  ])) {
    refused(t, await cli(args), 2, said)
  }
})

/** @param {string} folder @param {string} file @param {string | RegExp} what @param {string} by @returns {string} the file's new text */
function edit (folder, file, what, by) {
  const path = join(folder, file)
  const text = readFileSync(path, 'utf8').replace(what, by)
  writeFileSync(path, text)
  return text
}

async function faultsIn (folder) {
  return (await findLabFaults(await loadLab(folder))).faults
}
