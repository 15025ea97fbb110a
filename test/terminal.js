import { spawn, spawnSync } from 'node:child_process'
import { fileURLToPath } from 'node:url'
import { stripVTControlCharacters } from 'node:util'
import stringWidth from 'fast-string-width'
import { attendee } from './attendee.js'
import { CLEAN_ENV, fixture } from './cli.js'
import { collectOutput } from './output.js'

const COLUMNS = 80

const cliFile = fileURLToPath(new URL('../scripts/cli.js', import.meta.url))

const isThere = /util-linux/.test(spawnSync('script', ['--version'], { encoding: 'utf8' }).stdout ?? '')
/** Why no terminal can be made here, or false. */
export const skip = !isThere && 'there is no script of util-linux, which makes a terminal'

/** What `stty -g` says of a terminal, in brackets. */
const STATE = /\[([0-9a-f]+(?::[0-9a-f]+)+)\]/g

/**
 * A command about a lab in a terminal.
 *
 * @param {any} t
 * @param {string} [words] that follow the lab
 */
export async function watchInTerminal (t, words = 'watch') {
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
export function runInTerminal (t, my, words) {
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
export const below = (/** @type {string} */ words) => new RegExp(`${words}[^]*\\nm measure {2}h hint [^]*q quit\\n`)

/** @param {any} t @param {string} all that the terminal was sent @param {number} code */
export function endsWell (t, all, code) {
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
