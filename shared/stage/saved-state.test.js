import { closeSync, openSync, readFileSync, statSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import t from 'tap'
import { readSavedDemoState, writeSavedDemoState } from './saved-state.js'

t.test('the next server finds the token and the port of the last one', (t) => {
  const folder = t.testdir()
  const fresh = readSavedDemoState(folder, 'holds')
  t.match(fresh, { token: /^[0-9a-f]{32}$/, port: null })
  const left = { ...fresh, port: 7410 }
  writeSavedDemoState(folder, 'holds', left)
  t.same(readSavedDemoState(folder, 'holds'), left)
  const before = openSync(join(folder, 'holds.json'), 'r')
  writeSavedDemoState(folder, 'holds', { ...left, port: 7411 })
  t.same(JSON.parse(readFileSync(before, 'utf8')), left, 'a server that dies as it writes leaves what was there')
  closeSync(before)
  if (process.platform !== 'win32') t.equal(statSync(join(folder, 'holds.json')).mode & 0o777, 0o600, 'the token is nobody else\'s')
  writeFileSync(join(folder, 'holds.json'), '{"token":"short"}')
  t.match(readSavedDemoState(folder, 'holds').token, /^[0-9a-f]{32}$/, 'one that is broken is no token')
  t.end()
})
