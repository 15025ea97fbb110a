import { fileURLToPath } from 'node:url'
import t from 'tap'
import { loadLab } from '@hotpath-labs/lab/load.js'
import { recordClaimsOnNode } from './recording.js'

t.test('a missing database is not recorded as a refusal of Node', async (t) => {
  const lab = await loadLab(fileURLToPath(new URL('../../../test/fixtures/database', import.meta.url)))
  const before = process.env.MONGODB_URL
  process.env.MONGODB_URL = 'mongodb://127.0.0.1:1/'
  t.teardown(() => { before === undefined ? delete process.env.MONGODB_URL : process.env.MONGODB_URL = before })
  const recording = recordClaimsOnNode(lab, { node: process.execPath, version: process.version, seed: 1 })
  await t.rejects(recording, { code: 'MONGO_UNAVAILABLE' })
})
