import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { CLEAN_ENV, ROOT } from './cli.js'

/**
 * @param {any} t
 * @param {string[]} args
 * @param {string} my
 * @returns {Promise<{ child: import('node:child_process').ChildProcess, address: string }>}
 */
export async function startDemo (t, args, my) {
  const env = { ...CLEAN_ENV, HOTPATH_MY: my }
  const child = spawn(process.execPath, ['scripts/cli.js', 'demo', ...args, '--no-open'], { cwd: ROOT, env, stdio: ['ignore', 'pipe', 'pipe'] })
  t.teardown(() => child.kill('SIGKILL'))
  const [line] = await once(child.stdout.setEncoding('utf8'), 'data')
  return { child, address: line.trim() }
}
