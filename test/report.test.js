import { existsSync, mkdirSync, readFileSync, readdirSync, writeFileSync } from 'node:fs'
import { join, resolve } from 'node:path'
import t from 'tap'
import { listLabNames, resolveLabFolder } from '@hotpath-labs/lab/project/project.js'
import { loadLab } from '@hotpath-labs/lab/load.js'
import { planClaims } from '@hotpath-labs/lab/plans.js'
import { renderReportPage } from '@hotpath-labs/site/report/report.js'
import { ROOT, cli } from './cli.js'

const RESULTS = join(ROOT, 'test/fixtures/pages/report.json')
const written = () => JSON.parse(readFileSync(RESULTS, 'utf8'))

/** @param {string} html @returns {string} what a reader sees, a space where there was a tag */
const seen = (html) => html.replace(/<style>.*?<\/style>/s, '').replace(/<[^>]*>/g, ' ').replace(/\s+/g, ' ')

t.test('files of several machines become one page', async (t) => {
  const dir = t.testdir()
  const other = written()
  for (const lab of other.labs) for (const result of lab.versions ?? [lab]) result.machine = { cpu: 'Another', cores: 1, os: 'L' }
  writeFileSync(join(dir, 'other.json'), JSON.stringify(other))
  writeFileSync(join(dir, 'one.json'), JSON.stringify(other.labs[0]))
  const out = join(dir, 'new/report.html')
  const { code, stdout, stderr } = await cli(['report', RESULTS, join(dir, 'other.json'), join(dir, 'one.json'), '--out', out])
  t.same([code, resolve(ROOT, stdout.trim()), stderr], [0, out, ''])
  const html = readFileSync(out, 'utf8')
  const text = seen(html)
  const [http] = written().labs
  t.match(text, `A ${http.machine.cpu}, ${http.machine.cores} cores`)
  t.match(text, 'B Another, 1 core, L')
  t.match(text, /delete-property .*A, Node 20\.20\.2 .*A, Node 24\.21\.0 .*A, Node 26\.10\.0 /)
  t.match(text, /✔ holds 6× 4\.6 to 7\.7× .*5 pairs/, 'verdict, ratio and interval')
  t.notMatch(text, '1.36×', 'a text that measured something else stands in the lab\'s story')
  t.match(text, /CPU .* fastify CPU .* lab .* 1\.2×\./)
  t.match(text, /Node 24 .* [\d.]+–[\d.]+×/)
  t.match(text, /node:.* \d+ % .* CPU .* fastify/)
  t.match(text, /! .* A, Node 20\.20\.2 .*Node 99/)
  t.notMatch(text, 'parse-int', 'of the labs that are in the files, and of no other')
})

t.test('without files: the last results, and what is recorded of labs that have none', async (t) => {
  const my = t.testdir({ results: {} })
  const env = { HOTPATH_MY: my }
  const [http] = written().labs
  writeFileSync(join(my, 'results/http-baseline.json'), JSON.stringify(http))
  writeFileSync(join(my, 'results/memory-leak.json'), JSON.stringify({ ...http, lab: 'memory-leak', claims: [{ id: 'of another time' }] }))
  t.match(await cli(['report'], { env }), { code: 0, stdout: /report\.html\n$/ })
  const text = seen(readFileSync(join(my, 'report.html'), 'utf8'))
  for (const name of listLabNames()) t.match(text, ` ${name} `)
  t.match(text, /1 lab, measured/, 'and not one that has another form')
  t.match(text, /parse-int.* lab/)
  t.match(text, / parse-int [^]*parseInt [^]*[\d.]+(–[\d.]+)?× .* Node \d+/)
})

t.test('what a lab of another age or place has is shown as far as it goes', async (t) => {
  const old = written().labs[0]
  const plan = planClaims(await loadLab(String(resolveLabFolder('http-baseline'))))
  const of = (lab) => seen(renderReportPage([{ name: 'it', plan, results: [], figures: {}, ...lab }], 'today'))
  t.match(of({ results: [old] }), /✔ holds 6× .* 5 pairs /)
  const onePair = of({ results: [{ ...old, claims: [{ ...old.claims[0], pairs: 1, interval: [0, null] }] }] })
  t.match(onePair, /✔ holds 6× 1 pair /, 'one pair has no interval')
  t.notMatch(onePair, /NaN|null|Infinity/)
  t.match(of({ plan: null, results: [old] }), /it .* lab.*✔ holds 6×/)
  t.match(of({ results: [{ ...old, mode: 'swap' }] }), /Node 20\.20\.2/)
  const steady = { ratio: 12, interval: [11, 13], node: 'v20.20.2', cpuSeconds: 60, processor: old.machine.cpu }
  t.match(of({ results: [{ ...old, claims: [{ ...old.claims[0], steady }] }] }), /once warm: 11–13×/)
})

t.test('nothing of a file is run, or stands in the page as HTML', async (t) => {
  const dir = t.testdir()
  const evil = join(dir, 'evil')
  mkdirSync(evil)
  writeFileSync(join(evil, 'lab.js'), `import { writeFileSync } from 'node:fs'; writeFileSync(${JSON.stringify(join(evil, 'ran'))}, '')`)
  const bait = (place) => `${place}"'></td></style><img src=x onerror=alert(1)><script>alert(1)</script>`
  /** @param {any} value @param {string} [key] @returns {any} with every text that has no fixed words replaced, keys too */
  const baited = (value, key = '') => {
    if (typeof value === 'string') return ['verdict', 'mode', 'metric', 'class', 'seen', 'needs', 'code'].includes(key) ? value : bait(key === 'node' ? 'v20.0.0' : key)
    if (Array.isArray(value)) return value.map((one) => baited(one, key))
    if (!value || typeof value !== 'object') return value
    const isNamed = ['variants', 'services'].includes(key)
    return Object.fromEntries(Object.entries(value).map(([name, one]) => [isNamed ? bait(name) : name, name === 'published' && one ? { ...baited(one), metric: bait('metric') } : baited(one, name)]))
  }
  const labs = written().labs.map((lab) => baited(lab))
  for (const lab of [evil, '../../etc', '__proto__', 'constructor']) labs.push({ ...written().labs[0], lab })
  writeFileSync(join(dir, 'evil.json'), JSON.stringify({ schema: 3, labs }))
  const out = join(dir, 'report.html')
  t.match(await cli(['report', join(dir, 'evil.json'), '--out', out]), { code: 0, stderr: '' })
  const html = readFileSync(out, 'utf8')
  t.notMatch(html, /<script|<img/)
  t.equal(html.match(/<\/style>/g)?.length, 1)
  t.ok(html.split('&lt;img').length > 50, 'it is there as text')
  t.notOk(existsSync(join(evil, 'ran')), 'a name that is a path loads nothing')
  t.match(html, /content="default-src 'none'; style-src 'sha256-[^']+'; img-src data:; base-uri 'none'; form-action 'none'"/)
})

t.test('a file that cannot be read, and a page that cannot be written, are told in a line', async (t) => {
  const dir = t.testdir({ 'no.json': 'no', 'else.json': '{}', 'report.html': {} })
  const told = async (...args) => {
    const { code, stderr } = await cli(['report', ...args])
    t.equal(stderr.trim().split('\n').length, 1)
    return [code, stderr]
  }
  t.match(await told(join(dir, 'none.json')), [2, /none\.json/])
  t.match(await told(join(dir, 'no.json')), [2, /pnpm --silent verify --json > .*no\.json"?$/m])
  t.match(await told(dir), [2, `${dir} cannot be read: EISDIR`])
  t.match(await told(join(dir, 'else.json')), [2, /else\.json/])
  t.match(await told(RESULTS, '--out', join(dir, 'report.html')), [4, /report\.html.*--out FILE/])
  t.same(readdirSync(dir).filter((name) => name.endsWith('.tmp')), [], 'and nothing is left beside it')
  for (const [wrong, where] of /** @type {[(lab: any) => void, RegExp][]} */ ([
    [(lab) => { lab.claims[0].ratio = '<b>' }, /claims\.0\.ratio: /],
    [(lab) => { lab.claims[0].interval = [1, 0] }, /claims\.0\.interval\.1: .* 0/],
    [(lab) => { lab.claims[0].metric = 'constructor' }, /claims\.0\.metric/],
    [(lab) => { lab.variants.slow.cpu = 'much' }, /variants\.slow\.cpu/],
  ])) {
    const [http] = written().labs
    wrong(http)
    writeFileSync(join(dir, 'wrong.json'), JSON.stringify(http))
    t.match(await told(join(dir, 'wrong.json')), [2, where])
  }
})
