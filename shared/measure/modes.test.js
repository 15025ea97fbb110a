import t from 'tap'
import { LABS, loadLab } from '../lab/find.js'
import { control, swapped, withFast } from './modes.js'

t.test('exchanged ends are asked only about the workload that both were made for', async (t) => {
  const lab = await loadLab(`${LABS}/promise-all-limit`)
  const { files, manifest } = swapped(lab)
  t.equal(files.slow, lab.files.fast)
  t.equal(files.fast, lab.files.slow)
  t.same(manifest.claims.map(({ id }) => id), ['four-at-once'])
})

t.test('a file in the place of fast is asked for what fast has to keep, under other workloads too', async (t) => {
  const claimsOf = async (/** @type {string} */ name) => withFast(await loadLab(`${LABS}/${name}`), '/mine.js').manifest.claims.map(({ id }) => id)
  t.same(await claimsOf('promise-all-limit'), ['everybody-else', 'stall', 'throughput'])
  t.same(await claimsOf('divideByAndSum'), ['whole-ladder'])
})

t.test('where nothing says that fast is faster, a file has to cost as much as fast did', async (t) => {
  const withClaims = (/** @type {any[]} */ ...claims) => withFast(/** @type {any} */ ({ name: 'made', files: {}, manifest: { claims } }), '/mine.js').manifest.claims.map(({ id }) => id)
  const alike = { id: 'alike', same: ['slow', 'fast'] }
  const dearer = { id: 'dearer', faster: 'other', than: 'fast', floor: 1.1 }
  t.same(withClaims(alike, dearer), ['alike'])
  t.same(withClaims(alike, { id: 'faster', faster: 'fast', than: 'slow', floor: 1.1 }), ['faster'])
  t.throws(() => withClaims(dearer), /claims nothing of fast, so no file can be judged in its place/)
})

/** @param {import('../lab/find.js').Lab} lab */
const warmUpOf = ({ manifest }) => /** @type {any} */ (manifest).warmUp
/** @param {import('../lab/find.js').Lab} lab */
const maxAgeOf = ({ manifest }) => /** @type {any} */ (manifest).maxAgeMs

t.test('a warm-up goes with its file, and so does the age of answers', async (t) => {
  const lab = /** @type {any} */ ({ files: { slow: 'a', fast: 'b' }, manifest: { kind: 'server', ladder: { slow: 'A', fast: 'B' }, claims: [{ id: 'one', faster: 'fast', than: 'slow', floor: 1 }], warmUp: { slow: 24, other: 7, fast: 700 }, maxAgeMs: { fast: 5000 } } })
  t.same(warmUpOf(swapped(lab)), { other: 7, slow: 700, fast: 24 })
  t.same(warmUpOf(control(lab)), { slow: 24, other: 7, fast: 24 })
  t.same(maxAgeOf(swapped(lab)), { slow: 5000 })
  t.same(maxAgeOf(control(lab)), {})
  lab.manifest.warmUp = { slow: 24 }
  t.same(warmUpOf(swapped(lab)), { fast: 24 })
})
