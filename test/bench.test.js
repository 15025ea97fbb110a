import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { pathToFileURL } from 'node:url'
import t from 'tap'
import { ROOT, cli, copyOf } from './cli.js'

/** @param {any} t @param {string} text of its bench.js @returns {string} a lab's folder */
function labWith (t, text) {
  const folder = copyOf(t, 'holds')
  const shared = (path) => pathToFileURL(join(ROOT, 'shared/engine', path)).href
  writeFileSync(join(folder, 'bench.js'), `import { CannotRun, VariantFailure } from '${shared('failures.js')}'\n${text}\n`)
  return folder
}

// --unlocked: nothing is measured here, so nobody has to wait
t.test('what a bench needs and does not find is a line', async (t) => {
  const folder = labWith(t, 'throw new CannotRun(\'MONGO_GONE\', \'mongo\', \'is not there\', \'Start it.\')')
  t.match(await cli(['bench', folder, '--unlocked']), { code: 4, stderr: 'mongo is not there. Start it.\n' })
})

t.test('a variant that fails in a bench is named', async (t) => {
  const folder = labWith(t, 'throw new VariantFailure(\'EXITED\', \'slow\', \'exited with code 3\', \'out of luck\')')
  const { code, stderr } = await cli(['bench', folder, '--unlocked'])
  t.equal(code, 1)
  t.match(stderr, /slow .* 3[^]*/)
  t.notMatch(stderr, /bug in hotpath-labs/)
})

t.test('a bench that does not wait for its own work is waited for', async (t) => {
  const folder = labWith(t, 'setTimeout(() => console.log(\'its table\'), 50)')
  t.match(await cli(['bench', folder, '--unlocked']), { code: 0, stdout: 'its table\n' })
})

t.test('a bench whose reader has enough ends', async (t) => {
  const folder = labWith(t, 'setInterval(() => console.log(\'more\'), 10)\nawait new Promise(() => {})')
  const { code } = await cli(['bench', folder, '--unlocked'], { onSpawn: (child) => { child.stdout?.once('data', () => child.stdout?.destroy()) } })
  t.equal(code, 0)
})

t.test('a lab without a bench says so', async (t) => {
  t.match(await cli(['bench', copyOf(t, 'holds')]), { code: 2, stderr: /pnpm lab .*holds\n$/ })
})
