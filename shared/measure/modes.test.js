import t from 'tap'
import { LABS, loadLab } from '../lab/find.js'
import { swapped } from './modes.js'

t.test('exchanged ends are asked only about the workload that both were made for', async (t) => {
  const lab = await loadLab(`${LABS}/promise-all-limit`)
  const { files, manifest } = swapped(lab)
  t.equal(files.slow, lab.files.fast)
  t.equal(files.fast, lab.files.slow)
  t.same(manifest.claims.map(({ id }) => id), ['four-at-once'])
})
