import { spawn, spawnSync } from 'node:child_process'
import { writeFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import { stripVTControlCharacters } from 'node:util'
import stringWidth from 'fast-string-width'
import t from 'tap'
import { attendee } from './attendee.js'
import { CLEAN_ENV, fixture } from './cli.js'
import { collectOutput } from './output.js'

const COLUMNS = 80

const cliFile = fileURLToPath(new URL('../scripts/cli.js', import.meta.url))

const isThere = /util-linux/.test(spawnSync('script', ['--version'], { encoding: 'utf8' }).stdout ?? '')
const skip = !isThere && 'there is no script of util-linux, which makes a terminal'

/** What `stty -g` says of a terminal, in brackets. */
const STATE = /\[([0-9a-f]+(?::[0-9a-f]+)+)\]/g

/**
 * A command about a lab in a terminal, whose state is written before and after.
 *
 * @param {any} t
 * @param {string} [words] that follow the lab
 */
async function terminal (t, words = 'watch') {
  const { my, file, lab } = attendee(t)
  await lab('start')
  // the shell goes on after a Ctrl-C that is meant for the command
  const command = `trap : INT; stty cols ${COLUMNS} rows 24; echo "[$(stty -g)]"; "${process.execPath}" "${cliFile}" lab "${fixture('holds')}" ${words}; echo "code $?"; echo "[$(stty -g)]"`
  const child = spawn('script', ['-qec', command, '/dev/null'], { env: { ...CLEAN_ENV, HOTPATH_MY: my, SHELL: '/bin/sh', TERM: 'xterm' }, stdio: ['pipe', 'pipe', 'inherit'] })
  t.teardown(() => child.kill('SIGKILL'))
  const output = collectOutput((text) => stripVTControlCharacters(text).replaceAll('\r', ''))
  child.stdout.setEncoding('utf8').on('data', output.add)
  const ended = new Promise((resolve) => child.on('close', resolve))
  return { file, press: (/** @type {string} */ key) => child.stdin.write(key), shows: output.waitFor, ended, all: output.all }
}

/** The keys stand below whatever is shown. */
const below = (/** @type {string} */ words) => new RegExp(`${words}[^]*\\nb measure {2}h hint [^]*q quit\\n`)

t.test('every key shows what is its own, and q gives the terminal back', { skip }, async (t) => {
  const { file, press, shows, ended, all } = await terminal(t)
  await shows(below('Nothing changed yet'))
  for (const [key, words] of [
    ['b', 'Nothing changed yet'],
    ['h', 'hint 1 of 1'],
    ['h', 'There are no more hints'],
    ['d', 'Nothing changed yet'],
    ['?', 'h gives one more hint'],
    ['s', 'press s once more'],
    ['s', 'slow {2}the slow way'],
  ]) {
    press(key)
    t.match(await shows(below(words)), new RegExp(words), key)
  }
  writeFileSync(file, 'module.exports = () => 7\n')
  await shows(below('wrong answer'))
  press('b')
  await shows(below('cannot be measured yet'))
  press('d')
  await shows(below('\\+module\\.exports = \\(\\) => 7'))
  press('x')
  press('q')
  await ended
  endsWell(t, all(), 0)
})

t.test('Ctrl-C ends it, and leaves the terminal as it was', { skip }, async (t) => {
  const { press, shows, ended, all } = await terminal(t)
  await shows(below('Nothing changed yet'))
  press('\u0003')
  await ended
  endsWell(t, all(), 130)
})

t.test('Ctrl-C in the middle of a measurement gives the cursor back', { skip }, async (t) => {
  const { press, shows, ended, all } = await terminal(t, '--control --seconds 60')
  await shows(/holds: (comparing|first pair|\d)/)
  press('\u0003')
  await ended
  t.match(all(), '\u001b[?25l', 'which was away')
  endsWell(t, all(), 130)
})

/** @param {any} t @param {string} all that the terminal was sent @param {number} code */
function endsWell (t, all, code) {
  const states = [...all.matchAll(STATE)].map(([, state]) => state)
  t.equal(states.length, 2)
  t.equal(states[0], states[1], 'the terminal is as it was')
  t.match(all, `code ${code}`)
  t.ok(all.lastIndexOf('\u001b[?25l') <= all.lastIndexOf('\u001b[?25h'), 'the cursor is to be seen')
  const lines = stripVTControlCharacters(all.replace(STATE, '')).split(/\r?\n/).map((line) => line.split('\r').at(-1) ?? '')
  // code and paths are whole: the terminal breaks them where it has to
  const isWhole = (/** @type {string} */ line) => /^[-+@ ]/.test(line) || /^✘ \S+/.test(line) || !line.trim().includes(' ')
  t.same(lines.filter((line) => !isWhole(line) && stringWidth(line) > COLUMNS), [], 'no line is broken')
}
