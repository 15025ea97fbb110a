import { readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { attendee, oneLine } from './attendee.js'
import { cli, fixture } from './cli.js'
import { collectOutput } from './output.js'

/**
 * Starts a fixture lab and watches it, without a terminal.
 *
 * @param {any} t
 * @param {string} lab
 * @param {{ args?: string[], before?: (file: string) => void }} [how] `before`: done to the file before the watch begins
 */
export async function startWatch (t, lab, { args = [], before = () => {} } = {}) {
  const { my } = attendee(t)
  const env = { HOTPATH_MY: my }
  await cli(['lab', fixture(lab), 'start'], { env })
  const source = (/** @type {string} */ variant) => readFileSync(join(fixture(lab), variant), 'utf8')
  const file = join(my, lab, lab === 'holds' ? 'mine.cjs' : 'mine.js')
  before(file)

  const output = collectOutput(oneLine)
  /** @type {import('node:child_process').ChildProcess | undefined} */
  let child
  const ended = cli(['lab', fixture(lab), 'watch', ...args], {
    env,
    onSpawn (spawned) {
      child = spawned
      spawned.stdout?.on('data', output.add)
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
    says: output.waitFor,
  }
}
