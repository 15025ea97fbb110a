import { Ajv2020 } from 'ajv/dist/2020.js'
import { copyFileSync, existsSync, mkdirSync, mkdtempSync, readFileSync, readdirSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { pathToFileURL } from 'node:url'
import stringWidth from 'string-width'
import t from 'tap'
import { labFolder, labNames, loadLab } from '../shared/lab/find.js'
import { workshop } from '../shared/mine/order.js'
import { times } from '../shared/report/words.js'
import { cli, fixture } from './cli.js'

const isResult = new Ajv2020({ strict: false }).compile(JSON.parse(readFileSync(new URL('../docs/result.schema.json', import.meta.url), 'utf8')))

/** A person of whom nothing is known yet. @param {any} t */
function attendee (t) {
  const my = join(t.testdir(), 'my')
  return {
    my,
    file: join(my, 'holds', 'mine.cjs'),
    run: (/** @type {string[]} */ ...args) => cli(args, { env: { HOTPATH_MY: my } }),
    lab: (/** @type {string[]} */ ...args) => cli(['lab', fixture('holds'), ...args], { env: { HOTPATH_MY: my } }),
    progress: () => JSON.parse(readFileSync(join(my, 'progress.json'), 'utf8')).labs.holds,
  }
}

/** @param {string} text in as many lines as the terminal needs */
const oneLine = (text) => text.trim().replace(/\s+/g, ' ')

/** @param {any} t @param {{ code: number | null, stderr: string }} ended @param {number} code @param {RegExp} said */
function refused (t, ended, code, said) {
  t.equal(ended.code, code)
  t.equal(ended.stderr.trim().split('\n').length, 1, 'one line')
  t.match(ended.stderr.trim(), said)
}

t.test('start copies slow; a second one changes nothing and says so', async (t) => {
  const { file, lab, progress } = attendee(t)
  const first = await lab('start')
  t.equal(first.code, 0)
  t.match(first.stdout, /^Your file is .*mine\.cjs/m)
  t.match(first.stdout, /^next {2}pnpm lab .* mine .*\n {6}pnpm lab .* hint /m)
  t.equal(readFileSync(file, 'utf8'), readFileSync(join(fixture('holds'), 'slow.cjs'), 'utf8'))
  const { started } = progress()
  t.match(started, /^\d{4}-/)

  writeFileSync(file, 'mine')
  const second = await lab('start')
  t.equal(second.code, 0)
  t.match(second.stdout, /^You have started already: it stays as it is/m)
  t.equal(readFileSync(file, 'utf8'), 'mine')
  t.equal(progress().started, started)
})

t.test('every lab can be started, and its copy finds what it imports, wherever it is', async (t) => {
  const { my, run } = attendee(t)
  for (const name of labNames()) {
    t.equal((await run('lab', name, 'start')).code, 0)
    const { manifest } = await loadLab(String(labFolder(name)))
    const { default: variant } = await import(pathToFileURL(join(my, name, manifest.kind === 'function' ? 'mine.cjs' : 'mine.js')).href)
    t.type(variant, 'function', name)
    t.notOk(existsSync(join(my, name, 'fast.js')), 'the solution is not beside it')
    refused(t, await run('lab', name, 'mine'), 2, /^Nothing changed yet/)
  }
  t.ok(existsSync(join(my, 'jade-dev-vs-prod', 'views', 'hello.pug')))
  t.notOk(existsSync(join(my, 'cache-queue', 'cached.js')), 'nor a part of it')
})

t.test('a file beside slow is the attendee\'s to change too', async (t) => {
  const { my, run } = attendee(t)
  await run('lab', 'memory-leak', 'start')
  writeFileSync(join(my, 'memory-leak', 'known.js'), 'export const remember = {')
  const { code, stdout } = await run('lab', 'memory-leak', 'mine')
  t.equal(code, 1)
  t.match(oneLine(stdout), /^✘ \S*memory-leak\/known\.js:1 SyntaxError: /)
})

t.test('mine judges the file in the place of fast, with fast beside it', async (t) => {
  const { file, lab, progress } = attendee(t)
  refused(t, await lab('mine'), 2, /^You have not started holds. Type: pnpm lab .* start$/)
  await lab('start')
  writeFileSync(file, readFileSync(file, 'utf8').replaceAll('\n', '\r\n'))
  refused(t, await lab('mine'), 2, /^Nothing changed yet: .*mine\.cjs is still slow/)
  refused(t, await lab('solution'), 2, /has not passed holds yet.*solution --anyway$/)

  copyFileSync(join(fixture('holds'), 'fast.cjs'), file)
  const { code, stdout } = await lab('mine', '--json')
  const result = JSON.parse(stdout)
  const { verdict, mode, claims, variants } = result
  t.ok(isResult(result), JSON.stringify(isResult.errors))
  t.equal(code, 0)
  t.same({ verdict, mode }, { verdict: 'holds', mode: 'mine' })
  t.same(claims.map((/** @type {any} */ { id, against, base, gates }) => [id, against, base, gates]), [['mine', 'mine', 'slow', true], ['fast', 'mine', 'fast', false]])
  t.same(Object.keys(variants).sort(), ['fast', 'mine', 'slow'])
  const { passed, best } = progress()
  t.match(passed, /^\d{4}-/)
  t.equal(best, claims[0].ratio)
  t.match((await lab('solution')).stdout, /^slow {2}as it was/)

  const again = await lab('mine')
  t.match(again.stdout, /^[\d.]+× \[.*\] as fast as slow · [\d.]+ \[.*\] of fast/, 'the first line says it aloud')
  t.match(again.stdout, ` ${times(best)} `, 'with what was best so far')
  t.match(again.stdout, /^holds · with your file {2}Node/m)
})

t.test('a file that is faster, and not by enough, is told how far it is', async (t) => {
  const { file, lab, progress } = attendee(t)
  await lab('start')
  writeFileSync(file, readFileSync(file, 'utf8').replace('numbers', 'numbers /* as it was */'))
  const { code, stdout } = await lab('mine')
  t.equal(code, 1)
  t.match(stdout, /^[\d.]+× .* as fast as slow · 0\.\d\d /)
  t.match(progress(), { passed: null, best: Number })
  t.match((await lab('solution')).stderr, /has not passed/)
})

/** @type {[string, string, RegExp][]} */
const mistakes = [
  ['a wrong answer', 'module.exports = (numbers) => numbers.length', /mine\.cjs wrong answer input 1: slow answers \d+, mine answers 200$/],
  ['an error where another answers', 'module.exports = (numbers) => numbers.reduce((a, b) => a + b) * 2', /mine\.cjs wrong answer nothing: slow answers 0, mine throws TypeError$/],
  ['a syntax error', '\'use strict\'\nmodule.exports = ) => 1', /mine\.cjs:2 SyntaxError: Unexpected token '\)'$/],
  ['an error in what is loaded', '\n\nnobody.knows\nmodule.exports = () => 1', /mine\.cjs:3 ReferenceError: nobody is not defined$/],
  ['a missing export', 'exports.sum = () => 1', /mine\.cjs expected module\.exports to be a function, but it is object$/],
  ['a package that is not there', '\'use strict\'\nconst sum = require("no-such-package")\nmodule.exports = sum', /mine\.cjs:2 Cannot find module 'no-such-package'$/],
]

for (const [name, source, said] of mistakes) {
  t.test(`${name} is one line, with its place`, async (t) => {
    const { file, lab, progress } = attendee(t)
    await lab('start')
    writeFileSync(file, source)
    const { code, stdout } = await lab('mine')
    const [mistake, next] = stdout.split('\n\n')
    t.equal(code, 1)
    t.match(oneLine(mistake), said)
    t.match(next, /^next {2}pnpm lab .* mine/)
    t.equal(progress().passed, null)
  })
}

t.test('reset asks, and keeps what there was', async (t) => {
  const { my, file, lab } = attendee(t)
  refused(t, await lab('reset', '--yes'), 2, /^There is nothing to reset: .* start$/)
  await lab('start')
  for (const text of ['first', 'second']) {
    writeFileSync(file, text)
    refused(t, await lab('reset'), 2, /reset --yes$/)
    t.equal(readFileSync(file, 'utf8'), text)
    const { code, stdout } = await lab('reset', '--yes')
    t.equal(code, 0)
    const backup = String(stdout.match(/What you had is in (.*)/)?.[1])
    t.equal(readFileSync(join(backup, 'mine.cjs'), 'utf8'), text)
    t.equal(readFileSync(file, 'utf8'), readFileSync(join(fixture('holds'), 'slow.cjs'), 'utf8'))
  }
  t.equal(readdirSync(join(my, 'backups')).length, 2)
})

t.test('hints come one by one, and end', async (t) => {
  const { run } = attendee(t)
  const { hints } = (await loadLab(String(labFolder('memory-leak')))).manifest
  for (const index of hints.keys()) {
    const { stdout } = await run('lab', 'memory-leak', 'hint')
    t.match(stdout, `hint ${index + 1} of ${hints.length}\n`)
    t.equal(stdout.match(/^hint /gm)?.length, 1)
  }
  for (const { stdout } of [await run('lab', 'memory-leak', 'hint'), await run('lab', 'memory-leak', 'hint')]) {
    t.match(stdout, `There are no more hints: you have had all ${hints.length}.`)
    t.match(stdout, 'pnpm lab memory-leak solution --anyway')
  }
  t.equal((await run('lab', 'memory-leak', 'hint', '--again')).stdout.match(/^hint /gm)?.length, hints.length)
})

t.test('every lab has hints that lead there', async (t) => {
  for (const name of labNames()) t.ok((await loadLab(String(labFolder(name)))).manifest.hints.length >= 3, name)
})

t.test('two commands at once each keep what they have to say', async (t) => {
  const { run, my } = attendee(t)
  const names = ['memory-leak', 'memory-leak', 'divideByAndSum', 'http-baseline']
  await Promise.all(names.map((name) => run('lab', name, 'hint')))
  const { labs } = JSON.parse(readFileSync(join(my, 'progress.json'), 'utf8'))
  t.same(Object.fromEntries(Object.entries(labs).map(([name, { hints }]) => [name, hints])), { 'memory-leak': 2, divideByAndSum: 1, 'http-baseline': 1 })
  t.same(readdirSync(my), ['progress.json'], 'and nothing stays behind')
})

t.test('a progress file that cannot be read is set aside', async (t) => {
  const { run, my } = attendee(t)
  mkdirSync(my)
  writeFileSync(join(my, 'progress.json'), '{ "labs": ')
  const { code, stdout, stderr } = await run('progress')
  t.equal(code, 0)
  t.match(stdout, '0 of 7 passed')
  const [aside] = readdirSync(my)
  t.match(stderr, new RegExp(`it is kept as .*${aside}, and progress begins anew\n$`))
  t.equal(readFileSync(join(my, aside), 'utf8'), '{ "labs": ')
})

t.test('what a newer version has written is kept', async (t) => {
  const { run, my } = attendee(t)
  mkdirSync(my)
  writeFileSync(join(my, 'progress.json'), JSON.stringify({ version: 2, badge: 'gold', labs: { 'memory-leak': { passed: '2026-01-02T03:04:05.678Z', hints: 1, watched: true } } }))
  await run('lab', 'memory-leak', 'hint')
  const { version, badge, labs } = JSON.parse(readFileSync(join(my, 'progress.json'), 'utf8'))
  t.same({ version, badge }, { version: 2, badge: 'gold' })
  t.match(labs['memory-leak'], { passed: '2026-01-02T03:04:05.678Z', hints: 2, watched: true })
})

t.test('next and progress go by the order of the workshop, in which every lab is', async (t) => {
  const { run, my } = attendee(t)
  const order = workshop().map(({ lab }) => lab)
  t.same([...order].sort(), labNames())
  t.match((await run('lab', 'next')).stdout, new RegExp(`^${order[0]} [^]*It is 1 of ${order.length}[^]*pnpm lab ${order[0]} start`))

  await run('lab', order[0], 'start')
  t.match((await run('lab', 'next')).stdout, new RegExp(`^${order[0]} [^]*You have begun it[^]*pnpm lab ${order[0]} mine`))
  const passed = (/** @type {string[]} */ labs) => writeFileSync(join(my, 'progress.json'), JSON.stringify({ version: 1, labs: Object.fromEntries(labs.map((lab) => [lab, { passed: '2026-01-02T03:04:05.678Z', best: 7.5 }])) }))
  passed([order[0], order[2]])
  t.equal(JSON.parse((await run('lab', 'next', '--json')).stdout).next.lab, order[1])
  const { stdout } = await run('progress')
  t.match(stdout, new RegExp(`^${order[0]} +passed, best 7\\.5×`))
  t.match(stdout, '2 of 7 passed')
  passed(order)
  t.match((await run('lab', 'next')).stdout, /^You have passed all 7 labs/)
})

t.test('the solution tells why, and shows what is different', async (t) => {
  const { run } = attendee(t)
  const { code, stdout } = await run('lab', 'cache-queue', 'solution', '--anyway')
  t.equal(code, 0)
  t.match(stdout, '`allowStale`', 'the reason of the README')
  t.match(stdout, /^-.*=> fetch\)$/m)
  t.match(stdout, /^\+\+\+ cached\.js$/m, 'a file that only fast needs')
  // eslint-disable-next-line no-control-regex
  t.notMatch(stdout, /\u001b/, 'no colour where stdout is no terminal')
})

t.test('a folder that cannot be written', async (t) => {
  const my = join(t.testdir({ file: '' }), 'file', 'my')
  for (const action of ['start', 'hint']) {
    refused(t, await cli(['lab', fixture('holds'), action], { env: { HOTPATH_MY: my } }), 4, /my cannot be written \(ENOTDIR: .*\)\. Set HOTPATH_MY to a folder that can\.$/)
  }
})

t.test('a place where no folder can be made', { skip: process.platform !== 'linux' && 'only Linux has /proc' }, async (t) => {
  for (const my of ['/proc', '/proc/hotpath/my']) {
    for (const words of [['lab', fixture('holds'), 'start'], ['lab', 'doctor', '--json']]) {
      const { signal, code, stdout, stderr } = await cli(words, { env: { HOTPATH_MY: my }, onSpawn: (child) => setTimeout(() => child.kill('SIGKILL'), 20_000).unref() })
      t.equal(signal, null, 'it ends by itself')
      t.equal(code, 4)
      t.match(stdout + stderr, `${my} cannot be written (ENOENT`)
    }
  }
})

t.test('every screen fits 80 columns', async (t) => {
  const my = mkdtempSync(join(tmpdir(), 'my-'))
  t.teardown(() => rmSync(my, { recursive: true }))
  const [first] = labNames()
  const screens = labNames().flatMap((name) => [['lab', name, 'start'], ['lab', name, 'hint'], ['lab', name, 'solution', '--anyway']])
  const helps = [['lab', 'doctor'], ...['start', 'mine', 'hint', 'solution', 'reset'].map((action) => ['lab', first, action])].map((words) => [...words, '--help'])
  for (const words of [['progress'], ['lab', 'next'], ...screens, ...helps, ['lab', first, 'hint', '--again'], ['lab', first, 'reset', '--yes'], ['progress'], ['lab', 'next'], ['lab']]) {
    const { code, stdout } = await cli(words, { env: { HOTPATH_MY: my } })
    t.equal(code, 0)
    for (const line of stdout.split('\n').filter((line) => !line.includes(my))) t.ok(stringWidth(line) <= 80, line)
  }
})

t.test('an editor is opened, or the path is told', async (t) => {
  const { my, file } = attendee(t)
  const edited = await cli(['lab', fixture('holds'), 'start', '--editor'], { env: { HOTPATH_MY: my, VISUAL: 'printf edited >>' } })
  t.equal(edited.code, 0)
  t.match(readFileSync(file, 'utf8'), /edited$/)
  const { code, stderr } = await cli(['lab', fixture('holds'), 'start', '--editor'], { env: { HOTPATH_MY: my, VISUAL: 'no-such-editor' } })
  t.equal(code, 0)
  t.match(stderr, `Open ${file}`)
})

t.test('the words in the other order', async (t) => {
  refused(t, await cli(['lab', 'start', 'http-baseline']), 2, /^The lab comes first: pnpm lab http-baseline start$/)
  refused(t, await cli(['lab', 'mine']), 2, /^The lab comes first: pnpm lab <name> mine$/)
  refused(t, await cli(['lab', 'http-baseline', 'hnt']), 2, /^A lab has no action "hnt". Did you mean hint\?$/)
})
