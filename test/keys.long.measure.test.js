import { spawn, spawnSync } from 'node:child_process'
import { copyFileSync, mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { stripVTControlCharacters } from 'node:util'
import stringWidth from 'fast-string-width'
import t from 'tap'
import { attendee } from './attendee.js'
import { CLEAN_ENV, ROOT, fixture } from './cli.js'
import { collectOutput } from './output.js'

const COLUMNS = 80

const cliFile = fileURLToPath(new URL('../scripts/cli.js', import.meta.url))

const isThere = /util-linux/.test(spawnSync('script', ['--version'], { encoding: 'utf8' }).stdout ?? '')
const skip = !isThere && 'there is no script of util-linux, which makes a terminal'

/** What `stty -g` says of a terminal, in brackets. */
const STATE = /\[([0-9a-f]+(?::[0-9a-f]+)+)\]/g

/**
 * A command about a lab in a terminal.
 *
 * @param {any} t
 * @param {string} [words] that follow the lab
 */
async function terminal (t, words = 'watch') {
  const { my, file, lab } = attendee(t)
  await lab('start')
  return { file, ...runInTerminal(t, my, `"${fixture('holds')}" ${words}`) }
}

/**
 * Types `pnpm lab` in a terminal, whose state is written before and after.
 *
 * @param {any} t
 * @param {string} my
 * @param {string} words
 */
function runInTerminal (t, my, words) {
  // the shell goes on after a Ctrl-C that is meant for the command
  const command = `trap : INT; stty cols ${COLUMNS} rows 24; echo "[$(stty -g)]"; "${process.execPath}" "${cliFile}" lab ${words}; echo "code $?"; echo "[$(stty -g)]"`
  const child = spawn('script', ['-qec', command, '/dev/null'], { env: { ...CLEAN_ENV, HOTPATH_MY: my, SHELL: '/bin/sh', TERM: 'xterm', VISUAL: '', EDITOR: 'vi' }, stdio: ['pipe', 'pipe', 'inherit'] })
  t.teardown(() => child.kill('SIGKILL'))
  const output = collectOutput((text) => stripVTControlCharacters(text).replaceAll('\r', ''))
  child.stdout.setEncoding('utf8').on('data', output.add)
  const ended = new Promise((resolve) => child.on('close', resolve))
  return { press: (/** @type {string} */ key) => child.stdin.write(key), shows: output.waitFor, ended, all: output.all }
}

/** The keys stand below whatever is shown. */
const below = (/** @type {string} */ words) => new RegExp(`${words}[^]*\\nm measure {2}h hint [^]*q quit\\n`)

t.test('every key shows what is its own, and q gives the terminal back', { skip }, async (t) => {
  const { file, press, shows, ended, all } = await terminal(t)
  await shows(below('Nothing changed yet'))
  for (const [key, words] of [
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
  press('m')
  await shows(below('wrong answer'))
  press('d')
  await shows(below('\\+module\\.exports = \\(\\) => 7'))
  writeFileSync(file, 'module.exports = () => { for (;;); }\n')
  await shows(/checking your file … [1-9]\d* s\n/)
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
  await shows(/holds: (comparing|warming|measured)/)
  press('\u0003')
  await ended
  t.match(all(), '\u001b[?25l', 'which was away')
  endsWell(t, all(), 130)
})

t.test('pnpm lab leads from a lab to the next: question, save, measurement, lesson', { skip }, async (t) => {
  const { my } = attendee(t)
  const { press, shows, ended, all } = runInTerminal(t, my, '')
  const keys = /\nm measure {2}h hint {2}d diff {2}p profile {2}s solution {2}n next {2}l labs {2}\? keys {2}q quit\n/
  // lines break elsewhere where figures or the path are longer
  const words = (/** @type {string} */ text) => text.replace(/\S+mine\.js/, 'mine.js').replace(/[\d.–]+×/, '').replace(/Node \d+\./, '').replace(/\s+/g, ' ').trim()
  const opening = words((await shows(keys)).replace(/^[^]*(?=\njade-dev-vs-prod {2}lab 1)/, ''))
  for (const page of ['README.md', 'docs/index.md']) {
    const shown = readFileSync(join(ROOT, page), 'utf8').match(/^```\n\$ npx -y pnpm@12 lab\n\n([^]*?)```$/m)?.[1]
    t.equal(opening, words(String(shown)), page)
  }
  press('l')
  const number = (await shows(/lab: $/)).match(/(\d+) {2}delete-property/)?.[1]
  press(`${number}\r`)
  await shows(keys)
  const file = join(my, 'delete-property', 'mine.cjs')
  writeFileSync(file, 'module.exports = () => 7\n')
  await shows(/wrong answer[^]*q quit\n/)
  copyFileSync(join(ROOT, 'labs', 'delete-property', 'fast.cjs'), file)
  await shows(/same answers[^]*q quit\n/)
  press('m')
  t.match(await shows(/Enter opens the next lab: hidden-classes\.[^]*q quit\n/), /HOLDS[^]*\nThe lesson: after the delete V8 keeps the object as a dictionary[^;]+; in this\s+run\s+delete\s+takes\s+about\s+[\d.]+×\s+as\s+long\s+as\s+yours\./)
  press('\r')
  await shows(/hidden-classes {2}lab[^]*q quit\n/)
  press('q')
  await ended
  t.match(all(), 'Your files stay in')
  endsWell(t, all(), 0)
})

t.test('a second loop on a lab says who has it, below the list; a disk that is full leaves the keys on the screen; Ctrl-C leaves', { skip }, async (t) => {
  const { my } = attendee(t)
  const first = runInTerminal(t, my, '')
  await first.shows(/jade-dev-vs-prod {2}lab 1[^]*q quit\n/)
  const second = runInTerminal(t, my, '')
  t.match(await second.shows(/lab: $/), /hidden-classes +15 min[^]*jade-dev-vs-prod cannot be opened[^]*already\s+being\s+watched[^]*Type a lab's number/)
  second.press('q')
  await second.ended
  endsWell(t, second.all(), 0)
  rmSync(join(my, 'progress.json'))
  mkdirSync(join(my, 'progress.json'))
  first.press('h')
  await first.shows(/EISDIR[^]*\nm measure [^]*q quit\n/)
  first.press('\u0003')
  await first.ended
  endsWell(t, first.all(), 0)
})

/** @param {any} t @param {string} all that the terminal was sent @param {number} code */
function endsWell (t, all, code) {
  const states = [...all.matchAll(STATE)].map(([, state]) => state)
  t.equal(states.length, 2)
  t.equal(states[0], states[1], 'the terminal is as it was')
  t.match(all, `code ${code}`)
  t.ok(all.lastIndexOf('\u001b[?25l') <= all.lastIndexOf('\u001b[?25h'), 'the cursor is to be seen')
  // a spinner goes back to column 1 by a control character
  const lines = stripVTControlCharacters(all.replace(STATE, '').replaceAll('\u001b[1G', '\r')).split(/\r?\n/).map((line) => line.split('\r').at(-1) ?? '')
  // code and paths are whole: the terminal breaks them where it has to
  const isWhole = (/** @type {string} */ line) => /^[-+@ ]/.test(line) || /^✘ \S+/.test(line) || !line.trim().includes(' ')
  t.same(lines.filter((line) => !isWhole(line) && stringWidth(line) > COLUMNS), [], 'no line is broken')
}
