import { cpSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { pathToFileURL } from 'node:url'
import t from 'tap'
import { loadNamedLab } from '@hotpath-labs/lab/project/timetable.js'
import { listLabNames } from '@hotpath-labs/lab/project/project.js'
import { readLabRecords } from '@hotpath-labs/records/records.js'
import { findLargestEqualLogRatio } from '@hotpath-labs/engine/stats/same.js'
import { appendRatioRecord } from '@hotpath-labs/command-line/results.js'
import { cli, fakeMachine, fixture } from './cli.js'

/** @typedef {import('@hotpath-labs/records/records.js').LabRecord} LabRecord */

/** The first word of a processor's name: "Intel(R) Xeon(R) Processor" and "Intel Sapphire Rapids" are both of Intel. */
const makeOf = ({ machine }) => String(machine.cpu.match(/^\w+/))

function faults (claims, records) {
  const ids = claims.map(({ id }) => id)
  const strangers = records.flatMap(({ claims }) => Object.keys(claims)).filter((id) => !ids.includes(id)).map((id) => `there is no claim ${id}`)
  return [...strangers, ...claims.flatMap((claim) => {
    if ('dependsOn' in claim) return []
    // what a Node ended is not expected of those before it
    const since = 'until' in claim ? Number(claim.until) : 0
    const mine = records.filter(({ age, by, node, claims }) => age === 'early' && !by && claims[claim.id] && parseInt(node) >= since)
    const ratios = mine.map(({ claims }) => claims[claim.id].ratio)
    const said = []
    const makes = new Set(mine.map(makeOf))
    if (makes.size === 0) said.push(`${claim.id} is not on record`)
    // what one make of processor says is believed by less
    const { share, part } = makes.size < 2 ? { share: 1 / 2, part: 1 / 2 } : { share: 2 / 3, part: 1 }
    const known = makes.size < 2 ? ` on ${[...makes].join()} processors only` : ''
    // a floor under one only says how much dearer it may be, and a manifest takes none under a half
    const asked = 'atLeast' in claim && claim.atLeast < 1 ? 2 / 3 : share
    if ('atLeast' in claim && claim.atLeast > Math.min(...ratios) * asked) said.push(`${claim.id} asks for ${claim.atLeast}, and ${Math.min(...ratios)} is on record${known}`)
    if ('same' in claim) said.push(...ratios.filter((ratio) => Math.abs(Math.log(ratio)) > findLargestEqualLogRatio(claim) * part).map((ratio) => `${claim.id} says the same, and ${ratio} is on record${known}`))
    return said
  })]
}

for (const name of listLabNames()) {
  t.test(`the claims of ${name} stand on records`, async (t) => {
    const lab = await loadNamedLab(name)
    const records = readLabRecords(lab.folder)
    t.same(faults(lab.manifest.claims, records), [])
    for (const { machine, node, recorded } of records) {
      t.match(node, /^\d+/)
      t.match(recorded, /\d{4}/)
      t.ok(machine.cpu && machine.cores > 0)
    }
  })
}

/** A lab that can be written to. */
function copyOfHolds (t, files = {}) {
  const folder = t.testdir({ 'lab.js': `export { default } from ${JSON.stringify(pathToFileURL(join(fixture('holds'), 'lab.js')))}`, ...files })
  for (const file of ['slow.cjs', 'fast.cjs']) cpSync(join(fixture('holds'), file), join(folder, file))
  return folder
}

const FASTER = fakeMachine({ slow: 4000, fast: 1000 })

t.test('--record appends what has been measured, a record a line', async (t) => {
  const folder = copyOfHolds(t)
  for (const [options, age] of [[[], 'early'], [['--warm-up', '50'], 'warm']]) {
    const { code, stdout, stderr } = await cli(['lab', folder, '--record', '--json', ...options], FASTER)
    t.equal(code, 0)
    t.match(stderr, /records\.json: faster [\d.]+\n/)
    const { claims, machine, node } = JSON.parse(stdout)
    const last = readLabRecords(folder).at(-1)
    t.match(last, { machine: { cpu: machine.cpu, cores: machine.cores }, node: node.slice(1), age })
    t.same(last?.claims, { faster: { ratio: Number(claims[0].ratio.toPrecision(3)), interval: claims[0].interval } })
  }
  t.equal(readFileSync(join(folder, 'data', 'records.json'), 'utf8').split('\n').length, 2 + 2 + 1, 'two records, two brackets and the end')
})

t.test('a record names the database', async (t) => {
  const lab = { name: 'it', folder: t.testdir({}), files: {}, manifest: { kind: 'server', flags: {} } }
  const result = { machine: { cpu: 'a', cores: 2 }, node: 'v22.1.0', claims: [{ id: 'faster', pairs: 2, ratio: 3, interval: [2, 4], age: { slower: { cpuSeconds: 1 }, faster: { cpuSeconds: 2 } } }] }
  for (const services of [{ mongo: { engine: 'mongodb', version: '8.0.4' } }, { mongo: { engine: 'ferretdb', version: 'v2.1.0' } }, {}]) appendRatioRecord(/** @type {any} */ (lab), /** @type {any} */ ({ ...result, services }))
  const [asked, another, alone] = readLabRecords(lab.folder)
  t.same([asked.database, another.database, alone.database], ['MongoDB 8.0.4', 'FerretDB v2.1.0', undefined])
})

t.test('what came to no ratio is not recorded, and a file that cannot be read stays as it is', async (t) => {
  const wrong = await cli(['lab', fixture('wrong-answer'), '--record'], fakeMachine({}, { answers: { answers: { oracle: { verdict: 'different' } } } }))
  t.equal(wrong.code, 1)
  t.equal(wrong.stderr, 'No ratio of wrong-answer is recorded, because nothing was measured\n')

  const folder = copyOfHolds(t, { data: { 'records.json': '[{' } })
  t.match(await cli(['lab', folder, '--record'], FASTER), { code: 2, stderr: /records\.json .*: .+\n$/, stdout: /HOLDS/ })
  t.equal(readFileSync(join(folder, 'data', 'records.json'), 'utf8'), '[{')
})
