import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { cli, fixture } from './cli.js'

/** A person without progress or files. @param {any} t @param {Partial<ReturnType<typeof import('./cli.js').fakeMachine>>} [machine] */
export function attendee (t, machine = {}) {
  const my = join(t.testdir(), 'my')
  return {
    my,
    file: join(my, 'holds', 'mine.cjs'),
    run: (/** @type {string[]} */ ...args) => cli(args, { env: { HOTPATH_MY: my }, ...machine }),
    lab: (/** @type {string[]} */ ...args) => cli(['lab', fixture('holds'), ...args], { env: { HOTPATH_MY: my }, ...machine }),
    progress: () => JSON.parse(readFileSync(join(my, 'progress.json'), 'utf8')).labs.holds,
  }
}

/** @param {string} text in as many lines as the terminal needs */
export const oneLine = (text) => text.trim().replace(/\s+/g, ' ')

/** @param {any} t @param {{ code: number | null, stderr: string }} ended @param {number} code @param {RegExp} said */
export function refused (t, ended, code, said) {
  t.equal(ended.code, code)
  t.equal(ended.stderr.trim().split('\n').length, 1, 'one line')
  t.match(ended.stderr.trim(), said)
}
