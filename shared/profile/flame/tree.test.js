import { dirname, join, resolve } from 'node:path'
import { pathToFileURL } from 'node:url'
import { FILES } from '@hotpath-labs/engine/worker/index.cjs'
import t from 'tap'
import { createFlamePageData } from './data.js'
import { compareFunctionTimes, formatFlameSummary } from './summary.js'
import { computeTimeShares, buildFlameTree } from './tree.js'

const lab = resolve('/labs/sum')
const ownUrl = pathToFileURL(`${lab}/slow.cjs`).href
const workerUrl = (name) => pathToFileURL(join(dirname(FILES.loop), name)).href

function createProfile (nodes, samples) {
  return {
    nodes: nodes.map(([id, functionName, url, children = []]) => ({
      id,
      callFrame: { functionName, url, lineNumber: 2 },
      children,
      positionTicks: [{ line: 4, ticks: 2 }, { line: 3, ticks: 1 }],
    })),
    samples: [...samples.map(([id]) => id), 0],
    timeDeltas: [0, ...samples.map(([, us]) => us)],
  }
}

t.test('the attendee\'s file is called yours', async (t) => {
  const profile = createProfile([[1, '(root)', '', [2]], [2, 'sum', ownUrl]], [[2, 500]])
  const profiles = ['slow', 'mine'].map((variant) => buildFlameTree(profile, { variant, operations: 1, folder: lab }))
  /** @type {any} */
  const plan = { lab: { manifest: { kind: 'function' } }, programs: { slow: { title: 'a loop' }, mine: { title: 'yours' } } }
  const [heading, table] = formatFlameSummary(plan, profiles, 'per call', 20)
  t.match(heading, 'slow: a loop')
  t.match(table, /^widest functions in slow +share +slow +yours$/m)
  t.notMatch(`${heading}${table}`, 'mine')

  const other = createProfile([[1, '(root)', '', [2]], [2, 'read', ownUrl]], [[2, 300]])
  profiles[1] = buildFlameTree(other, { variant: 'mine', operations: 1, folder: lab })
  t.match(formatFlameSummary(plan, profiles, 'per call', 20)[1], /^widest functions .*\nsum .* < 500 ns\nread .* – +– +300 /m, 'what only yours calls')
})

t.test('the frame that readers are sent to is in the table, also if it only calls another function', async (t) => {
  const profile = createProfile([[1, '(root)', '', [2]], [2, 'send', ownUrl, [3]], [3, 'end', ownUrl]], [[3, 500]])
  const table = (manifest) => formatFlameSummary(
    /** @type {any} */ ({ lab: { manifest: { kind: 'function', ...manifest } }, programs: { slow: { title: 'a loop' } } }),
    [buildFlameTree(profile, { variant: 'slow', operations: 1, folder: lab })], 'per call', 20
  )[1]
  t.match(table({ hotFrame: [{ search: 'send slow', says: 'which sends' }] }), /^send +slow/m)
  t.notMatch(table({}), /^send /m)
})

t.test('leaves out the harness, and keeps the functions that its loop calls, with the loop\'s own time', async (t) => {
  const profile = createProfile([
    [1, '(root)', '', [2, 6, 7, 9, 10]],
    [2, 'block', workerUrl('function.cjs'), [3, 8]],
    [3, '', workerUrl('loop.cjs'), [4]],
    [4, 'sum', ownUrl, [5]],
    [5, 'push', ''],
    [6, '(idle)', ''],
    [7, 'emit', 'node:events', []],
    [8, 'encode', workerUrl('wire.cjs')],
    [9, 'listOnTimeout', 'internal/timers.js'],
    [10, 'observerCallback', 'node:internal/perf/observe'],
  ], [[2, 500], [3, 100], [4, 300], [5, 100], [6, 900], [7, 50], [8, 600], [9, 50], [10, 100]])
  const { root, idle } = buildFlameTree(profile, { variant: 'slow', operations: 10, folder: lab })
  t.same([...root.children.values()].map(({ frame, self, total }) => [frame.name, frame.kind, frame.where, frame.hotLine, self, total]), [
    ['sum', 'own', 'slow.cjs:3', 4, 40, 50],
    ['emit', 'node', 'node:events:3', 4, 5, 5],
    ['listOnTimeout', 'node', 'internal/timers.js:3', 4, 5, 5],
  ])
  t.equal(idle, 900 / 2700)
})

t.test('counts a recursive function once', async (t) => {
  const library = pathToFileURL('/labs/node_modules/.pnpm/a@1/node_modules/a/index.js').href
  const nodes = /** @type {[number, string, string, number[]?][]} */ ([
    [1, '(root)', '', [2, 4]],
    [2, 'walk', library, [3]],
    [3, 'walk', library],
    [4, 'other', ownUrl],
  ])
  const slow = buildFlameTree(createProfile(nodes, [[2, 100], [3, 100], [4, 200]]), { variant: 'slow', operations: 1, folder: lab })
  const fast = buildFlameTree(
    createProfile([[1, '(root)', '', [4]], [4, 'other', ownUrl]], [[4, 10]]),
    { variant: 'fast', operations: 1, folder: lab }
  )
  t.same(computeTimeShares([slow, fast], 'walk a/index'), [0.5, 0])
  t.same(compareFunctionTimes(slow, fast).map(({ frame, self, total }) => [frame.where, self, total]), [
    ['a/index.js:3', [200, 0], [200, 0]],
    ['slow.cjs:3', [200, 10], [200, 10]],
  ])
})

t.test('a function of slow is compared with the function of fast that has its name', async (t) => {
  const build = (variant, us) => {
    const url = pathToFileURL(join(lab, `${variant}.cjs`)).href
    return buildFlameTree(createProfile([[1, '(root)', '', [2, 3]], [2, 'sum', url], [3, '', url]], [[2, us], [3, us]]), { variant, operations: 1, folder: lab })
  }
  const changes = compareFunctionTimes(build('slow', 100), build('fast', 10)).map(({ frame, self }) => [frame.name, ...self])
  t.same(changes, [['sum', 100, 10], ['(anonymous)', 100, 0], ['(anonymous)', 0, 10]])
})

t.test('a function of a copied file is compared with that of the original, also without a name', async (t) => {
  const folder = t.testdir({
    lab: { 'slow.cjs': '\n\nmodule.exports = (a) => a.map((one) => one + 1)\n', 'app.cjs': '\n\nexports.run = () => {}\n' },
    my: { 'mine.cjs': '\n\nmodule.exports = (a) => {\n', 'app.cjs': '// mine\n\nexports.run = () => {}\n' },
  })
  const build = (variant, own, us) => {
    const [main, app] = [`${variant}.cjs`, 'app.cjs'].map((name) => pathToFileURL(join(folder, own, name)).href)
    const originals = { [join(folder, 'my', 'mine.cjs')]: join(folder, 'lab', 'slow.cjs'), [join(folder, 'my', 'app.cjs')]: join(folder, 'lab', 'app.cjs') }
    return buildFlameTree(
      createProfile([[1, '(root)', '', [2, 3]], [2, '', main], [3, '', app]], [[2, us], [3, 50]]),
      { variant, operations: 1, folder: join(folder, 'lab'), findOriginal: (file) => originals[file] ?? file }
    )
  }
  const changes = compareFunctionTimes(build('slow', 'lab', 100), build('mine', 'my', 10)).map(({ frame, self }) => [frame.where, ...self])
  t.same(changes, [['slow.cjs:3', 100, 10], ['app.cjs:3', 50, 50]])
})

t.test('what V8 runs inside of its caller is named as a line of that function', async (t) => {
  const folder = t.testdir({ 'slow.cjs': '\n\nfunction log (dates) {\n  return dates.map((date) => date.toISOString())\n}\n' })
  const url = pathToFileURL(join(folder, 'slow.cjs')).href
  const build = (name) => buildFlameTree(createProfile([[1, '(root)', '', [2]], [2, name, url]], [[2, 500]]), { variant: 'slow', operations: 1, folder })
  const plan = /** @type {any} */ ({ lab: { manifest: { kind: 'function', hotFrame: { search: 'toISOString', says: 'the call' } } }, programs: { slow: { title: 'a call per line' } } })
  const hints = (name) => createFlamePageData(plan, [build(name)], 'per call', 20).hints.join(' ').replace(/\s+/g, ' ')
  t.equal(hints('log'), 'Look for "toISOString", the call. It has no frame of its own: it is on the hottest line of log, which takes 100 % of the CPU time of a call per line.')
  t.equal(hints('toISOString'), 'Look for "toISOString", the call: 100 % of the CPU time of a call per line.')
})

t.test('what only one program does leads, and a profile of many more requests is named as that', async (t) => {
  const plan = /** @type {any} */ ({ lab: { name: 'net', manifest: { kind: 'server' } }, programs: { slow: { title: 'compiling' }, fast: { title: 'keeping' } } })
  const build = (variant, functions, operations = 200) => buildFlameTree(
    createProfile(
      [[1, '(root)', '', functions.map(([id]) => id)], ...functions.map(([id, name]) => /** @type {any} */ ([id, name, 'node:net']))],
      functions.map(([id, , us]) => [id, us * operations])
    ),
    { variant, operations, folder: lab }
  )
  const slow = build('slow', [[2, 'writev', 500], [3, 'compile', 100]])
  const fast = build('fast', [[2, 'writev', 50]], 3000)
  const { frames, changes, hints } = createFlamePageData(plan, [slow, fast], 'per request', 22)
  t.same(changes.map(({ frame }) => frames[frame].name), ['compile', 'writev'])
  t.match(hints.join(' ').replace(/\s+/g, ' '), 'Profiled: 200 requests of compiling, 3,000 requests of keeping.')
  t.same(createFlamePageData(plan, [slow, build('fast', [[2, 'writev', 50]])], 'per request', 22).hints, [], 'equal work needs no word')
  const warm = [slow, fast].map((profiled) => ({ ...profiled, before: 2000 }))
  t.same(createFlamePageData(plan, warm, 'per request', 22).hints, [], 'nor does a longer profile of equally warm programs')
})
