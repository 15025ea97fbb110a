import { spawnSync } from 'node:child_process'
import { existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import t from 'tap'
import { ROOT } from './cli.js'

function shell (pipeline) {
  const { NODE_OPTIONS, ...env } = process.env
  return spawnSync('sh', ['-c', pipeline.replace('$CLI', `"${process.execPath}" scripts/cli.js`)], { cwd: ROOT, env, encoding: 'utf8', maxBuffer: 10e6 })
}

t.test('what a pipe does not take at once is not lost', { skip: process.platform === 'win32' }, async (t) => {
  const { stdout } = shell('$CLI claims --json | (sleep 1; cat)')
  t.ok(stdout.length > 65_536, 'more than a pipe holds')
  t.doesNotThrow(() => JSON.parse(stdout))
})

t.test('a reader that has enough is no error', { skip: process.platform === 'win32' }, async (t) => {
  t.equal(shell('$CLI claims --json | head -c 10').stderr, '')
})

t.test('what cannot be written does not pass for written', { skip: !existsSync('/dev/full') && 'there is no device that is full' }, async (t) => {
  const { stderr, status } = shell('$CLI claims --json > /dev/full')
  t.equal(status, 4)
  t.match(stderr, /ENOSPC/)
})

t.test('a gate whose reader leaves before its end does not pass', { skip: process.platform === 'win32' }, async (t) => {
  const code = join(t.testdir({}), 'code')
  const { stdout } = shell(`($CLI verify test/fixtures/holds test/fixtures/wrong-answer test/fixtures/not-faster; echo $? > "${code}") 2>&1 | grep -m 1 '^1/3 '`)
  t.match(stdout, /^1\/3 /)
  t.equal(readFileSync(code, 'utf8'), '141\n')
})
