import t from 'tap'
import { loadNamedLab as lab } from './project/timetable.js'
import { findClaimOverSlow, mapEntries, planAnswerCheck, planAttempt, planClaims, planControl, planStart } from './plans.js'
import { planExchange, planProfile, planSize, planSwap, planUnchanged, planWith } from './plans.js'
import { listLabNames } from './project/project.js'

/** @import { LabPlan } from './plans.js' */

/** @param {LabPlan} plan */
const claimed = ({ claims }) => claims.map((claim) => 'faster' in claim ? [claim.id, claim.faster, claim.than, 'atLeast' in claim && claim.atLeast] : [])

/** @param {LabPlan} plan @param {'title' | 'file' | 'warmUp' | 'maxAgeMs' | 'maxAgeUnderLoadMs'} field */
const of = ({ programs }, field) => mapEntries(programs, (program) => program[field])

/** Made up: a lab without files. @param {object} manifest @returns {any} */
const makeLab = (manifest) => ({
  name: 'made',
  folder: '/made',
  files: { slow: '/made/a.js', fast: '/made/b.js' },
  manifest: {
    ...{ kind: 'server', flags: {}, node: {}, counters: {}, workload: { edgeCases: {} }, variants: { slow: 'A', fast: 'B' } },
    claims: [{ id: 'one', faster: 'fast', than: 'slow', atLeast: 1 }],
    ...manifest,
  },
})

t.test('no plan changes its lab', async (t) => {
  const given = await lab('cache-queue')
  const before = JSON.stringify(given)
  const plans = [planClaims(given), planControl(given), planSwap(given), planExchange(given), planUnchanged(given), planWith(given, '/mine.js'), planAnswerCheck(given, '/mine.js'), ...planAttempt(given, '/mine.js')]
  for (const plan of plans) t.equal(plan.lab, given)
  t.equal(JSON.stringify(given), before)
})

t.test('an exchanged claim keeps neither counters nor answer ages, nor the lower bound', async (t) => {
  const given = await lab('promise-all-limit')
  const plan = planSwap(given)
  t.same(of(plan, 'file'), { slow: given.files['promise-all'], 'promise-all': given.files.slow, fast: given.files.fast })
  t.match(of(plan, 'title'), { slow: 'Promise.all', 'promise-all': 'await in a loop' })
  t.match(plan, { mode: 'swap', counters: {} })
  t.same(plan.claims.map(({ id }) => id), ['four-at-once'])
  const { workload } = await lab('regex-backtracking').then(planSwap)
  t.notOk(Object.values(workload.edgeCases).some((asked) => 'answer' in asked), 'slow would need hours for an answer that lab.js gives')
})

t.test('a lab can name the claim to exchange', async (t) => {
  const given = await lab('pbkdf2-event-loop')
  const swapped = (/** @type {object} */ fields) => planSwap({ ...given, manifest: { ...given.manifest, ...fields } }).claims[0].id
  t.equal(swapped({}), 'event-loop')
  t.equal(swapped({ swap: 'thread-pool' }), 'thread-pool')
  t.throws(() => swapped({ claims: given.manifest.claims.filter(({ id }) => id === 'on-one') }), /no claim whose variants can be exchanged/)
})

t.test('exchanging programs alone keeps the counters', async (t) => {
  const given = await lab('http-baseline')
  const plan = planExchange(given)
  t.match(of(plan, 'file'), { slow: given.files.fast, fast: given.files.slow })
  t.equal(plan.counters, given.manifest.counters)
})

t.test('a program keeps its warm-up and the age of its answers under another name', async (t) => {
  const given = makeLab({ variants: { slow: 'A', other: 'C', fast: 'B' }, warmUp: { slow: 24, other: 7, fast: 700 }, maxAgeMs: { fast: 5000 } })
  t.same(of(planSwap(given), 'warmUp'), { slow: 700, other: 7, fast: 24 })
  t.match(of(planSwap(given), 'maxAgeMs'), { slow: undefined, fast: undefined }, 'only the ratio can break an exchanged claim')
  t.match(of(planExchange(given), 'maxAgeMs'), { slow: 5000, fast: undefined })
  t.same(of(planControl(given), 'warmUp'), { slow: 24, fast: 24 })
  t.match(of(planControl(given), 'maxAgeMs'), { fast: undefined })
})

t.test('an A/A test has one program twice, and the metric of the lab', async (t) => {
  const given = await lab('http-baseline')
  const plan = planControl(given)
  t.same(of(plan, 'file'), { slow: given.files.slow, fast: given.files.slow })
  t.match(plan, { mode: 'control', counters: {}, claims: [{ id: 'control', metric: given.manifest.claims[0].metric, atLeast: 1 }] })
})

t.test('a file in place of fast gets the required claims about fast, under all workloads', async (t) => {
  const claimIds = async (/** @type {string} */ name) => planWith(await lab(name), '/mine.js').claims.map(({ id }) => id)
  t.same(await claimIds('promise-all-limit'), ['everybody-else', 'stall', 'throughput'])
  t.same(await claimIds('divideByAndSum'), ['whole-ladder'])
  t.match(planWith(await lab('divideByAndSum'), '/mine.js').programs.fast, { file: '/mine.js', title: 'your file' })
})

t.test('without a claim that fast is faster, a file must cost the same as fast', async (t) => {
  const withClaims = (/** @type {any[]} */ ...claims) => planWith(makeLab({ claims }), '/mine.js').claims.map(({ id }) => id)
  const alike = { id: 'alike', same: ['slow', 'fast'] }
  const dearer = { id: 'dearer', faster: 'other', than: 'fast', atLeast: 1.1 }
  t.same(withClaims(alike, dearer), ['alike'])
  t.same(withClaims(alike, { id: 'faster', faster: 'fast', than: 'slow', atLeast: 1.1 }), ['faster'])
  t.throws(() => withClaims(dearer), /"fast" .* "dependsOn" .* "fast"/)
})

t.test('the file of slow in place of fast is asked only what it cannot meet', async (t) => {
  const claims = [{ id: 'faster', faster: 'fast', than: 'slow', atLeast: 2 }, { id: 'half', faster: 'fast', than: 'slow', atLeast: 0.5 }, { id: 'own', faster: 'fast@ping', than: 'slow@ping', atLeast: 2 }]
  const plan = planUnchanged(makeLab({ claims, counters: { made: { counts: 'a', fast: 'never' } } }))
  t.match([plan.programs.fast.file, plan.counters, claimed(plan)], ['/made/a.js', {}, [['faster', 'fast', 'slow', 2]]])
})

t.test('with an input of a size, each program is compared with fast, and nothing else is asked', async (t) => {
  const plan = planSize(await lab('growth'), 1000)
  t.ok(plan.claims.every((claim) => 'dependsOn' in claim && claim.faster === 'fast'))
  t.same(plan.claims.length, Object.keys(plan.programs).length - 1)
  t.match(plan, { counters: {}, workloads: {}, workload: { randomInputs: undefined, edgeCases: {} } })
})

t.test('the attendee\'s file must meet the claim and the counters of fast against slow', async (t) => {
  const given = await lab('divideByAndSum')
  const [only, ...more] = planAttempt(given, '/my/mine.cjs')
  t.same(more, [])
  t.same(claimed(only), [['mine', 'mine', 'slow', claimed(planClaims(given))[0][3]], ['fast', 'mine', 'fast', false]], 'and what fast does is shown beside it')
  t.same(Object.keys(only.programs), ['slow', 'mine', 'fast', 'limit'])
  t.match([only.mode, only.programs.mine], ['mine', { title: 'yours', file: '/my/mine.cjs' }])
  t.match(only.counters.arraysMapped, { slow: 'every call', mine: 'never', fast: 'never' })
})

t.test('under further workloads the attendee\'s file meets the rivals of fast, without slow', async (t) => {
  const given = await lab('promise-all-limit')
  const [, other] = planAttempt(given, '/my/mine.js')
  t.equal(other.programs['promise-all'].title, given.manifest.variants['promise-all'])
  const own = claimed(planClaims(given)).filter(([, faster]) => String(faster).startsWith('fast@'))
  t.same(own.map(([id]) => id), ['everybody-else', 'stall', 'throughput'])
  t.same(claimed(other), own.map(([id, faster, ...rest]) => [id, String(faster).replace('fast', 'mine'), ...rest]))
})

t.test('the attendee\'s file gets the warm-up requests and the age limit of fast, and the flags of all programs', async (t) => {
  for (const name of ['mongo-async-sum', 'promise-all-limit', 'jade-dev-vs-prod']) {
    const given = await lab(name)
    const { fast } = planClaims(given).programs
    for (const plan of [planProfile(given, '/my/mine.js'), ...planAttempt(given, '/my/mine.js')]) t.equal(plan.programs.mine.warmUp, fast.warmUp, name)
  }
  t.same(planProfile(await lab('mongo-async-sum'), '/my/mine.js').programs.mine.flags, ['--no-allocation-site-pretenuring'])
  const [plan] = planAttempt(await lab('read-file-sync'), '/my/mine.js')
  t.match(of(plan, 'maxAgeMs'), { slow: undefined, mine: 0, fast: undefined }, 'also if the lesson\'s variant has none')
})

t.test('an attempt\'s first plan and the later ones name a program alike, and do not tell what the solution does', async (t) => {
  for (const [name, titles] of /** @type {[string, Record<string, string>][]} */ ([
    ['http-baseline', { slow: 'express', fast: 'the solution', limit: 'the lower bound' }],
    ['read-file-sync', { slow: 'readFileSync', bytes: 'the solution', fast: 'the last step\'s program' }],
    // fast is no step there
    ['cache-queue', { slow: 'a server without a cache', fast: 'a server with a 5 s cache' }],
  ])) {
    const given = await lab(name)
    for (const { programs } of [planStart(given), ...planAttempt(given, '/my/mine.js')]) {
      for (const [variant, title] of Object.entries(titles)) if (programs[variant]) t.equal(programs[variant].title, title, `${name}: ${variant}`)
    }
    t.ok(Object.keys(planStart(given).programs).length > 1)
  }
})

t.test('a lab with a lesson judges its claim, with the counts and ages of its variant, and places the file beside it', async (t) => {
  const [file, ...more] = planAttempt(await lab('read-file-sync'), '/my/mine.js')
  t.same(more, [])
  t.same(claimed(file), [['bytes', 'mine@ping', 'slow@ping', 2.4], ['mine', 'mine', 'slow', false], ['fast', 'mine', 'fast', false]])
  t.same(Object.keys(file.programs), ['slow', 'mine', 'fast'])
  t.match(file.counters.readFileSync, { slow: 'every request', mine: 'never', fast: 'never' })
  const [, later] = planAttempt(await lab('regex-backtracking'), '/my/mine.js')
  t.same(claimed(later), [['length', 'mine@long', 'linear@long', false]], 'a later step about other requests is measured, too')
  const [cache] = planAttempt(await lab('cache-queue'), '/my/mine.js')
  t.same(claimed(cache), [['expiry', 'mine@visitors', 'ttl@visitors', 1.6], ['mine', 'mine', 'slow', false], ['ttl', 'mine', 'ttl', false]])
  t.same(claimed(planAttempt(await lab('blocking-json'), '/my/mine.js')[0]).map(([id, , than]) => [id, than]), [['mine', 'slow'], ['kept-string', 'kept-string'], ['fast', 'fast']], 'a step without a claim over slow')
  t.match(cache.programs, { ttl: { maxAgeMs: undefined }, mine: { maxAgeMs: undefined, maxAgeUnderLoadMs: 50 } })
  t.notOk('mine' in cache.counters.documentsFetched, 'the lesson\'s variant may fetch more often than fast')
})

t.test('a check without measurement has only slow and the attendee\'s file, with its counters', async (t) => {
  const plan = planAnswerCheck(await lab('mongo-async-sum'), '/my/mine.js')
  t.same(Object.keys(plan.programs), ['slow', 'mine'])
  t.same(plan.counters, { documentsFetched: { counts: 'mongo:documents', atMost: false, mainThread: false, mine: 1 } })
  t.same(claimed(plan).map(([, faster, than]) => [faster, than]), [['mine', 'slow']])
  t.equal(plan.programs.mine.file, '/my/mine.js')
})

t.test('every lab has a claim that judges an attendee\'s file, or is a demonstration', async (t) => {
  for (const name of listLabNames()) {
    const given = await lab(name)
    t.equal(findClaimOverSlow(given) === undefined, given.manifest.demonstration, name)
    const [plan] = planAttempt(given, '/my/mine.js')
    if (given.manifest.demonstration) t.equal(plan, undefined, name)
    else t.same(claimed(plan).find(([id]) => id === 'mine')?.slice(0, 3), ['mine', 'mine', 'slow'], name)
  }
})
