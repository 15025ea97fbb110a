import t from 'tap'
import { resolveLabFolder, listLabNames } from '@hotpath-labs/lab/project/project.js'
import { loadLab } from '@hotpath-labs/lab/load.js'
import { addAttemptToLab, makeManifestForAttemptReport, combineAttemptResults, makeLabVersionsForAttempt, makeLabForAnswerCheck } from './plan.js'

/** @import { Lab } from '@hotpath-labs/lab/load.js' */

const lab = async (/** @type {string} */ name) => loadLab(String(resolveLabFolder(name)))
/** @param {Lab} planned */
const claimed = ({ manifest }) => manifest.claims.map((claim) => 'faster' in claim ? [claim.id, claim.faster, claim.than, 'atLeast' in claim && claim.atLeast] : [])

t.test('the attendee\'s file must meet the claim and the counters of fast against slow', async (t) => {
  const given = await lab('divideByAndSum')
  const [only, ...more] = makeLabVersionsForAttempt(given, '/my/mine.cjs')
  t.same(more, [])
  t.same(claimed(only), [['mine', 'mine', 'slow', claimed(given)[0][3]], ['fast', 'mine', 'fast', false]], 'and what fast does is shown beside it')
  t.same(Object.keys(only.manifest.variants), ['slow', 'mine', 'fast'])
  t.equal(only.files.mine, '/my/mine.cjs')
  t.match(only.manifest.counters.arraysMapped, { slow: 'every call', mine: 'never', fast: 'never' })
})

t.test('under further workloads the attendee\'s file meets the rivals of fast, without slow', async (t) => {
  const given = await lab('promise-all-limit')
  const [first, other] = makeLabVersionsForAttempt(given, '/my/mine.js')
  t.equal(makeManifestForAttemptReport([first, other]).variants['promise-all'], given.manifest.variants['promise-all'], 'a report names each program')
  t.same(claimed(other), claimed(given).filter(([, faster]) => String(faster).startsWith('fast@')).map(([id, faster, ...rest]) => [id, String(faster).replace('fast', 'mine'), ...rest]))
  t.same(claimed(other).map(([id, mine]) => [id, mine]), [['everybody-else', 'mine@ping'], ['stall', 'mine@ping'], ['throughput', 'mine@thousand']])
})

t.test('the attendee\'s file gets the warm-up requests of fast, measured or profiled', async (t) => {
  const warmUpOf = (/** @type {any} */ { manifest }) => manifest.warmUp
  const given = await lab('mongo-async-sum')
  t.match(warmUpOf(addAttemptToLab(given, '/my/mine.js')), { slow: 24, mine: warmUpOf(given).fast, fast: warmUpOf(given).fast })
  for (const name of ['mongo-async-sum', 'promise-all-limit', 'jade-dev-vs-prod']) {
    const given = await lab(name)
    for (const stage of makeLabVersionsForAttempt(given, '/my/mine.js')) t.same(warmUpOf(stage), warmUpOf(addAttemptToLab(given, '/my/mine.js')), name)
  }
  t.notOk('mine' in warmUpOf(addAttemptToLab(await lab('jade-dev-vs-prod'), '/my/mine.js')), 'where the lab says nothing of fast, it says nothing of mine')
  t.notOk('warmUp' in addAttemptToLab(await lab('parse-int'), '/my/mine.cjs').manifest, 'a function lab counts no requests')
})

t.test('the attendee\'s file has the age limit of fast', async (t) => {
  const [first] = makeLabVersionsForAttempt(await lab('read-file-sync'), '/my/mine.js').map(({ manifest }) => /** @type {any} */ (manifest).maxAgeMs)
  t.same(first, { mine: 0 }, 'also if the lesson\'s variant has none')
})

t.test('a lab with a lesson judges its claim, with the counts and ages of its variant, and places the file beside it', async (t) => {
  const [file, ...more] = makeLabVersionsForAttempt(await lab('read-file-sync'), '/my/mine.js')
  t.same(more, [])
  t.same(claimed(file), [['bytes', 'mine@ping', 'slow@ping', 2.4], ['mine', 'mine', 'slow', false], ['fast', 'mine', 'fast', false]])
  t.same(Object.keys(file.manifest.variants), ['slow', 'mine', 'fast'])
  t.match(file.manifest.counters.readFileSync, { slow: 'every request', mine: 'never', fast: 'never' })
  const [cache] = makeLabVersionsForAttempt(await lab('cache-queue'), '/my/mine.js')
  t.same(claimed(cache), [['expiry', 'mine@visitors', 'ttl@visitors', 1.6], ['mine', 'mine', 'slow', false], ['ttl', 'mine', 'ttl', false]])
  t.same(Object.keys(cache.manifest.variants), ['slow', 'ttl', 'mine'])
  t.match(cache.manifest, { maxAgeMs: {}, maxAgeUnderLoadMs: { mine: 50 }, limit: undefined })
  t.notOk('mine' in cache.manifest.counters.documentsFetched, 'the lesson\'s variant may fetch more often than fast')
})

t.test('a step without a claim over slow is measured beside the attendee\'s file', async (t) => {
  t.same(claimed(makeLabVersionsForAttempt(await lab('blocking-json'), '/my/mine.js')[0]).map(([id, , than]) => [id, than]), [['mine', 'slow'], ['kept-string', 'kept-string'], ['fast', 'fast']])
})

t.test('a check without measurement has only slow and the attendee\'s file, with its counters', async (t) => {
  const { manifest, files } = makeLabForAnswerCheck(await lab('mongo-async-sum'), '/my/mine.js')
  t.same(Object.keys(manifest.variants), ['slow', 'mine'])
  t.same(manifest.counters, { documentsFetched: { counts: 'mongo:documents', atMost: false, mine: 1 } })
  t.same(claimed(/** @type {any} */ ({ manifest })).map(([, faster, than]) => [faster, than]), [['mine', 'slow']])
  t.equal(files.mine, '/my/mine.js')
})

t.test('every lab has a claim that judges an attendee\'s file, or is a demonstration', async (t) => {
  for (const name of listLabNames()) {
    const given = await lab(name)
    const [stage] = makeLabVersionsForAttempt(given, '/my/mine.js')
    if (given.manifest.demonstration) t.equal(stage, undefined, name)
    else t.same(claimed(stage).find(([id]) => id === 'mine')?.slice(0, 3), ['mine', 'mine', 'slow'], name)
  }
})

t.test('successive measurements become one result with the verdict of the last', async (t) => {
  const result = (/** @type {string} */ verdict, /** @type {string} */ id) => /** @type {any} */ ({
    verdict, seconds: 1, variants: { [id]: {} }, oracle: { verdict: 'same', checked: 2 }, claims: [{ id, verdict }], limit: id === 'mine' ? { fraction: 0.5 } : null,
  })
  t.match(combineAttemptResults([result('undecided', 'mine')]), { verdict: 'undecided', seconds: 1, oracle: { checked: 2 } })
  const both = combineAttemptResults([result('holds', 'mine'), result('broken', 'stall')])
  t.match(both, { verdict: 'broken', seconds: 2, oracle: { checked: 4 }, limit: { fraction: 0.5 } })
  t.same(both.claims.map(({ id }) => id), ['mine', 'stall'])
  t.same(Object.keys(both.variants), ['mine', 'stall'])
  t.match(combineAttemptResults([result('holds', 'mine'), { ...result('cannot run', 'stall'), claims: [], oracle: null }]), { verdict: 'cannot run', oracle: null })
})
