import { statSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import t from 'tap'
import { forgetPort, readOrMakeSecret, readSavedPort, savePort } from './saved-state.js'

t.test('the next server finds the token of the last one, whatever its lab', async (t) => {
  const folder = t.testdir()
  const { token, isSaved } = readOrMakeSecret(folder, '.pages')
  t.match(token, /^[0-9a-f]{32}$/)
  t.equal(isSaved, true)
  t.equal(readOrMakeSecret(folder, '.pages').token, token)
  if (process.platform !== 'win32') t.equal(statSync(join(folder, '.pages.json')).mode & 0o777, 0o600, 'the token is nobody else\'s')
  writeFileSync(join(folder, '.pages.json'), '{"token":"short"}')
  t.match(readOrMakeSecret(folder, '.pages').token, /^[0-9a-f]{32}$/, 'one that is broken is no token')
  t.equal(readOrMakeSecret(join(folder, '.pages.json'), '.pages').isSaved, false, 'a folder that cannot be made')
})

t.test('a port is kept until its server ends', async (t) => {
  const folder = t.testdir()
  t.equal(readSavedPort(folder, 'holds'), null)
  savePort(folder, 'holds', 7411)
  t.equal(readSavedPort(folder, 'holds'), 7411)
  forgetPort(folder, 'holds')
  t.equal(readSavedPort(folder, 'holds'), null)
})
