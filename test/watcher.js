import { readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { attendee, oneLine } from './attendee.js'
import { cli, fixture } from './cli.js'

/** Long enough for any machine; who waits as long has a watch that says nothing. */
const PATIENT_FOR_MS = 60_000

/**
 * An attendee who has started a fixture lab and watches it, where there is no terminal.
 *
 * @param {any} t
 * @param {string} lab
 * @param {{ args?: string[], before?: (file: string) => void }} [how] `before`: done to the file before the watch begins
 */
export async function watching (t, lab, { args = [], before = () => {} } = {}) {
  const { my } = attendee(t)
  const env = { HOTPATH_MY: my }
  await cli(['lab', fixture(lab), 'start'], { env })
  const source = (/** @type {string} */ variant) => readFileSync(join(fixture(lab), variant), 'utf8')
  const file = join(my, lab, lab === 'holds' ? 'mine.cjs' : 'mine.js')
  before(file)

  let said = ''
  let look = () => {}
  /** @type {import('node:child_process').ChildProcess | undefined} */
  let child
  const ended = cli(['lab', fixture(lab), 'watch', ...args], {
    env,
    onSpawn (spawned) {
      child = spawned
      spawned.stdout?.on('data', (text) => {
        said += text
        look()
      })
    },
  })
  t.teardown(() => child?.kill('SIGKILL'))
  return {
    my,
    file,
    env,
    source,
    pid: Number(child?.pid),
    ended,
    save: (/** @type {string} */ text) => writeFileSync(file, text),
    end: (/** @type {NodeJS.Signals} */ signal) => child?.kill(signal),
    /** resolves with what was said since the last time, as one line, when it has this in it @param {RegExp} words */
    says (words) {
      return new Promise((resolve, reject) => {
        const timer = setTimeout(() => reject(new Error(`waited for ${words}, and it said: ${said}`)), PATIENT_FOR_MS)
        look = () => {
          if (!words.test(oneLine(said))) return
          clearTimeout(timer)
          look = () => {}
          const all = oneLine(said)
          said = ''
          resolve(all)
        }
        look()
      })
    },
  }
}
