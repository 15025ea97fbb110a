import { mkdirSync } from 'node:fs'
import { join } from 'node:path'
import t from 'tap'
import { LABS_FOLDER, explainWriteErrors, resolveLabFolder, listLabNames, formatLabArgument } from './project.js'

t.test('the word to type for a lab finds that lab', async (t) => {
  for (const name of listLabNames()) t.equal(formatLabArgument({ name, folder: join(LABS_FOLDER, name) }), name)
  const here = t.testdir({})
  const before = process.env.INIT_CWD
  process.env.INIT_CWD = here
  t.teardown(() => {
    if (before === undefined) delete process.env.INIT_CWD
    else process.env.INIT_CWD = before
  })
  // also with the name of a lab of this repository
  for (const name of ['mylab', 'my lab', listLabNames()[0]]) {
    const folder = join(here, name)
    mkdirSync(folder)
    const typed = formatLabArgument({ name, folder })
    t.match(typed, name.includes(' ') ? /^".*"$/ : /^[^" ]+$/)
    t.not(typed, name)
    t.equal(join(here, typed.replaceAll('"', '')), folder)
  }
  t.equal(formatLabArgument({ name: 'above', folder: join(here, '..', 'above') }).replaceAll('"', ''), join(here, '..', 'above'), 'absolute, without ../../..')
  t.equal(resolveLabFolder('no such lab'), undefined)
})

t.test('a disk without symbolic links is told', async (t) => {
  const link = (code) => () => { throw Object.assign(new Error(code), { code, syscall: 'symlink', dest: 'node_modules' }) }
  t.throws(() => explainWriteErrors(link('EPERM')), { code: 'UNWRITABLE', message: /\(EPERM: symlink node_modules\).*a disk with symbolic links/ })
  t.throws(() => explainWriteErrors(link('EROFS')), { code: 'UNWRITABLE', message: /where you may write/ })
})
