import { execFile, spawnSync } from 'node:child_process'
import { copyFileSync, existsSync, mkdtempSync, readFileSync, readdirSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { basename, dirname, join } from 'node:path'
import { pathToFileURL } from 'node:url'
import { promisify } from 'node:util'
import stringWidth from 'fast-string-width'
import t from 'tap'
import { resolveLabFolder, listLabNames } from '@hotpath-labs/lab/project/project.js'
import { findExerciseFiles, listExerciseSteps } from '@hotpath-labs/lab/exercise.js'
import { loadLab } from '@hotpath-labs/lab/load.js'
import { copyImportsOfSolution, copyTemplate } from '@hotpath-labs/workshop/attempt/starting-copy.js'
import { attendee, refused } from './attendee.js'
import { ROOT, cli, copyOf, fixture } from './cli.js'

const run = promisify(execFile)

t.test('start copies slow; a second one changes nothing and says so', async (t) => {
  const { file, lab, progress } = attendee(t)
  const first = await lab('start')
  t.equal(first.code, 0)
  t.match(first.stdout, /mine\.cjs/m)
  t.match(first.stdout, /^next {2}pnpm lab .* watch\s[^]*?\n {6}pnpm lab .* hint\s/m)
  t.equal(readFileSync(file, 'utf8'), readFileSync(join(fixture('holds'), 'slow.cjs'), 'utf8'))
  const { started } = progress()
  t.match(started, /^\d{4}-/)

  writeFileSync(file, 'mine')
  const second = await lab('start')
  t.equal(second.code, 0)
  t.match(second.stdout, /^Your file was already there, and was not changed/m)
  t.equal(readFileSync(file, 'utf8'), 'mine')
  t.equal(progress().started, started)
})

t.test('a lab whose slow has changed, as by git pull, is told; only an unchanged copy is replaced', async (t) => {
  const { my } = attendee(t)
  const lab = copyOf(t, 'holds')
  const [slow, file] = [join(lab, 'slow.cjs'), join(my, 'holds', 'mine.cjs')]
  const start = async () => (await cli(['lab', lab, 'start'], { env: { HOTPATH_MY: my } })).stdout.replace(/\s+/g, ' ')
  const change = (path) => writeFileSync(path, `${readFileSync(path, 'utf8')}\n// changed\n`)
  await start()
  t.notMatch(await start(), 'has changed since')
  change(slow)
  t.match(await start(), /slow has changed since you copied it.* so it was copied again/)
  t.equal(readFileSync(file, 'utf8'), readFileSync(slow, 'utf8'))
  t.notMatch(await start(), 'has changed since')

  writeFileSync(file, 'mine')
  change(slow)
  t.match(await start(), /slow has changed since you copied it.* Your file was kept\./)
  t.equal(readFileSync(file, 'utf8'), 'mine')
  t.notMatch(await start(), 'has changed since', 'once')
})

t.test('every lab can be started, and its copy finds what it imports, wherever it is', async (t) => {
  const { my, run } = attendee(t)
  for (const name of listLabNames()) {
    const lab = await loadLab(String(resolveLabFolder(name)))
    const file = join(my, name, lab.manifest.kind === 'function' ? 'mine.cjs' : 'mine.js')
    t.ok(copyTemplate(lab, { folder: join(my, name), file }).includes(file))
    if (lab.manifest.kind === 'command') t.notMatch(spawnSync(process.execPath, [file], { encoding: 'utf8' }).stderr, 'Cannot find', name)
    else t.type((await import(pathToFileURL(file).href)).default, 'function', name)
    t.notOk(existsSync(join(my, name, 'fast.js')), 'the solution is not beside it')
    const steps = lab.manifest.exercise ? [] : listExerciseSteps(lab.manifest).map(({ variant }) => lab.files[variant])
    for (const [index, program] of [...new Set([findExerciseFiles(lab).solution, ...steps])].entries()) {
      const place = { folder: join(my, `${name}-${index}`), file: join(my, `${name}-${index}`, basename(file)) }
      copyTemplate(lab, place)
      copyImportsOfSolution(lab, place)
      copyFileSync(program, place.file)
      if (lab.manifest.kind === 'command') t.notMatch(spawnSync(process.execPath, [place.file], { encoding: 'utf8' }).stderr, 'Cannot find', program)
      else t.type((await import(pathToFileURL(place.file).href)).default, 'function', program)
    }
  }
  t.equal((await run('lab', 'jade-dev-vs-prod', 'start')).code, 0)
  refused(t, await run('lab', 'jade-dev-vs-prod', 'mine'), 2, /^Nothing changed yet/)
  t.ok(existsSync(join(my, 'jade-dev-vs-prod', 'views', 'hello.pug')))
  t.notOk(existsSync(join(my, 'cache-queue', 'cached.js')), 'nor a part of it')
})

t.test('reset asks, and keeps what there was', async (t) => {
  const { my, file, lab } = attendee(t)
  refused(t, await lab('reset', '--yes'), 2, /start$/)
  await lab('start')
  for (const text of ['first', 'second']) {
    writeFileSync(file, text)
    refused(t, await lab('reset'), 2, /reset --yes$/)
    t.equal(readFileSync(file, 'utf8'), text)
    const { code, stdout } = await lab('reset', '--yes')
    t.equal(code, 0)
    const backup = String(stdout.match(/Your earlier files are in (.*)/)?.[1])
    t.equal(readFileSync(join(backup, 'mine.cjs'), 'utf8'), text)
    t.equal(readFileSync(file, 'utf8'), readFileSync(join(fixture('holds'), 'slow.cjs'), 'utf8'))
  }
  t.equal(readdirSync(join(my, 'backups')).length, 2)
})

t.test('a folder that cannot be written', async (t) => {
  const my = join(t.testdir({ file: '' }), 'file', 'my')
  for (const action of ['start', 'hint']) {
    refused(t, await cli(['lab', fixture('holds'), action], { env: { HOTPATH_MY: my } }), 4, /\(ENOTDIR: .*\)\. Set HOTPATH_MY/)
  }
})

t.test('every screen fits 80 columns', async (t) => {
  const my = mkdtempSync(join(tmpdir(), 'my-'))
  t.teardown(() => rmSync(my, { recursive: true }))
  const first = 'parse-int'
  // one of each kind, and the one with the longest names
  const screens = ['parse-int', 'promise-all-limit', 'memory-leak', 'mongo-carts-index'].flatMap((name) => [['lab', name, 'start'], ['lab', name, 'hint'], ['lab', name, 'solution', '--anyway']])
  for (const words of [['progress'], ['lab', 'next'], ...screens, ['lab', first, 'hint', '--again'], ['lab', first, 'reset', '--yes'], ['progress'], ['lab', 'next'], ['lab']]) {
    const { code, stdout } = await cli(words, { env: { HOTPATH_MY: my } })
    t.equal(code, 0)
    for (const line of stdout.split('\n').filter((line) => !line.includes(my))) t.ok(stringWidth(line) <= 80, line)
  }
})

t.test('an edited slow is named, also if it cannot be read', async (t) => {
  const folder = copyOf(t, 'holds')
  spawnSync('git', ['init', '-q'], { cwd: folder })
  spawnSync('git', ['add', '.'], { cwd: folder })
  const env = { HOTPATH_MY: join(t.testdir(), 'my') }
  t.equal((await cli(['lab', folder, 'start'], { env })).stderr, '')
  writeFileSync(join(folder, 'slow.cjs'), 'module.exports = )')
  for (const action of ['start', 'mine']) {
    t.match(await cli(['lab', folder, action], { env }), { code: 2, stderr: /^You have edited \S*slow\.cjs, .*\n\S*slow\.cjs cannot be read: / })
  }
})

t.test('in the folder of a lab or of a copy no name is needed', async (t) => {
  const { my, run } = attendee(t)
  await run('lab', 'parse-int', 'start')
  for (const folder of [join(my, 'parse-int'), join(ROOT, 'labs', 'parse-int')]) {
    t.equal((await cli(['lab', 'hint'], { env: { HOTPATH_MY: my, INIT_CWD: folder } })).code, 0)
  }
})

t.test('where only Node is on the PATH, what to type next begins with node, and works', async (t) => {
  const { my } = attendee(t)
  const env = { HOTPATH_MY: my, PATH: `${dirname(process.execPath)}-none` }
  const { stdout } = await cli(['lab', 'parse-int', 'start'], { env })
  t.match(stdout, /^next {2}node \. lab parse-int watch/m)
  t.notMatch(stdout, 'pnpm')
  const typed = /node (\. lab parse-int hint)/.exec(stdout)?.[1].split(' ') ?? []
  const hint = await run(process.execPath, typed, { cwd: ROOT, env: { ...process.env, ...env, NODE_OPTIONS: '' } })
  t.match(hint.stdout, /^next {2}node \. lab parse-int mine/m)
  t.notMatch(hint.stdout, 'pnpm')
  t.match(await cli(['lab', 'start', 'http-baseline'], { env }), { code: 2, stderr: /Type: node \. lab http-baseline start$/m })
  t.match((await cli(['lab', '--help'], { env })).stdout, /^Usage: node \. lab [^]*\n {2}node \. lab next/)
})

t.test('what a program reads is the same where only Node is on the PATH', async (t) => {
  const commands = [['lab', '--json'], ['lab', 'next', '--json'], ['claims', '--json'], ['claims', '--markdown'], ['lab', 'parse-int', 'versions', '--json'], ['mongo', 'status', '--json']]
  for (const words of commands) {
    const [one, other] = await Promise.all([cli(words), cli(words, { env: { PATH: `${dirname(process.execPath)}-none` } })])
    t.match(one, { code: 0, stdout: other.stdout, stderr: '' }, words.join(' '))
  }
})

t.test('the words in the other order', async (t) => {
  refused(t, await cli(['lab', 'start', 'http-baseline']), 2, /pnpm lab http-baseline start$/)
  refused(t, await cli(['lab', 'mine']), 2, /pnpm lab <name> mine$/)
})
