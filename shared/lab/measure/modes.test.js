import { fileURLToPath } from 'node:url'
import t from 'tap'
import { loadLab } from '../load.js'
import { makeAATestLab, exchangeVariantsOfClaim, exchangeSlowAndFastFiles, replaceFastFile } from './modes.js'

/** @import { Lab } from '../load.js' */

const LABS = fileURLToPath(new URL('../../../labs', import.meta.url))

t.test('an exchanged claim keeps neither counters nor answer ages', async (t) => {
  const lab = await loadLab(`${LABS}/promise-all-limit`)
  const { files, manifest } = exchangeVariantsOfClaim(lab)
  t.same([files.slow, files['promise-all'], files.fast], [lab.files['promise-all'], lab.files.slow, lab.files.fast])
  t.same([manifest.variants.slow, manifest.variants['promise-all']], ['Promise.all', 'await in a loop'])
  t.same(manifest.claims.map(({ id }) => id), ['four-at-once'])
  t.same(manifest.counters, {})
})

t.test('a lab can name the claim to exchange', async (t) => {
  const lab = await loadLab(`${LABS}/pbkdf2-event-loop`)
  t.equal(exchangeVariantsOfClaim(lab).manifest.claims[0].id, 'event-loop')
  t.equal(exchangeVariantsOfClaim({ ...lab, manifest: { ...lab.manifest, swap: 'thread-pool' } }).manifest.claims[0].id, 'thread-pool')
  const onOne = lab.manifest.claims.filter(({ id }) => id === 'on-one')
  t.throws(() => exchangeVariantsOfClaim({ ...lab, manifest: { ...lab.manifest, claims: onOne } }), /no claim whose variants can be exchanged/)
})

t.test('exchanging files alone keeps the counters', async (t) => {
  const lab = await loadLab(`${LABS}/http-baseline`)
  const { files, manifest } = exchangeSlowAndFastFiles(lab)
  t.same([files.slow, files.fast], [lab.files.fast, lab.files.slow])
  t.same(manifest.counters, lab.manifest.counters)
})

t.test('a file in place of fast gets the required claims about fast, under all workloads', async (t) => {
  const claimIds = async (/** @type {string} */ name) => replaceFastFile(await loadLab(`${LABS}/${name}`), '/mine.js').manifest.claims.map(({ id }) => id)
  t.same(await claimIds('promise-all-limit'), ['everybody-else', 'stall', 'throughput'])
  t.same(await claimIds('divideByAndSum'), ['whole-ladder'])
})

t.test('without a claim that fast is faster, a file must cost the same as fast', async (t) => {
  const withClaims = (/** @type {any[]} */ ...claims) => replaceFastFile(/** @type {any} */ ({ name: 'made', files: {}, manifest: { claims } }), '/mine.js').manifest.claims.map(({ id }) => id)
  const alike = { id: 'alike', same: ['slow', 'fast'] }
  const dearer = { id: 'dearer', faster: 'other', than: 'fast', atLeast: 1.1 }
  t.same(withClaims(alike, dearer), ['alike'])
  t.same(withClaims(alike, { id: 'faster', faster: 'fast', than: 'slow', atLeast: 1.1 }), ['faster'])
  t.throws(() => withClaims(dearer), /"fast" .* "dependsOn" .* "fast"/)
})

/** @param {Lab} lab */
const readWarmUp = ({ manifest }) => /** @type {any} */ (manifest).warmUp
/** @param {Lab} lab */
const readMaxAge = ({ manifest }) => /** @type {any} */ (manifest).maxAgeMs

t.test('warm-ups and answer ages move with their file', async (t) => {
  const lab = /** @type {any} */ ({ files: { slow: 'a', fast: 'b' }, manifest: { kind: 'server', flags: {}, variants: { slow: 'A', fast: 'B' }, claims: [{ id: 'one', faster: 'fast', than: 'slow', atLeast: 1 }], warmUp: { slow: 24, other: 7, fast: 700 }, maxAgeMs: { fast: 5000 } } })
  t.same(readWarmUp(exchangeVariantsOfClaim(lab)), { other: 7, slow: 700, fast: 24 })
  t.same(readWarmUp(makeAATestLab(lab)), { slow: 24, other: 7, fast: 24 })
  t.same(readMaxAge(exchangeVariantsOfClaim(lab)), {}, 'only the ratio can break an exchanged claim')
  t.same(readMaxAge(exchangeSlowAndFastFiles(lab)), { slow: 5000 })
  t.same(readMaxAge(makeAATestLab(lab)), {})
  lab.manifest.warmUp = { slow: 24 }
  t.same(readWarmUp(exchangeVariantsOfClaim(lab)), { fast: 24 })
})
