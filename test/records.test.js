import { cpSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { pathToFileURL } from 'node:url'
import t from 'tap'
import { resolveLabFolder, listLabNames } from '@hotpath-labs/lab/project/project.js'
import { loadLab } from '@hotpath-labs/lab/load.js'
import { readLabRecords } from '@hotpath-labs/records/records.js'
import { findLargestEqualLogRatio } from '@hotpath-labs/engine/stats/same.js'
import { appendRatioRecord } from '@hotpath-labs/command-line/results.js'
import { cli, fakeMachine, fixture } from './cli.js'

/** @typedef {import('@hotpath-labs/records/records.js').LabRecord} LabRecord */

/** Intel(R) Xeon(R) Processor and Intel Sapphire Rapids are of one make. @param {LabRecord} record */
const makeOf = ({ machine }) => String(machine.cpu.match(/^\w+/))

/**
 * @param {import('@hotpath-labs/lab/manifest.js').Claim[]} claims
 * @param {LabRecord[]} records
 * @returns {string[]} what the records do not bear out
 */
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
    const lab = await loadLab(String(resolveLabFolder(name)))
    const records = readLabRecords(lab.folder)
    t.same(faults(lab.manifest.claims, records), [])
    for (const { machine, node, recorded } of records) {
      t.match(node, /^\d+/)
      t.match(recorded, /\d{4}/)
      t.ok(machine.cpu && machine.cores > 0)
    }
  })
}

t.test('a record that a claim cannot stand on is told', async (t) => {
  /** @type {any[]} */
  const claims = [{ id: 'faster', atLeast: 2 }, { id: 'alike', same: ['a', 'b'] }, { id: 'processor', dependsOn: 'so' }]
  const read = (/** @type {string} */ cpu, /** @type {Record<string, number>} */ ratios) => ({
    ...{ machine: { cpu, cores: 2 }, node: '20', age: /** @type {const} */ ('early'), recorded: '2026-11-21', sources: null },
    claims: Object.fromEntries(Object.entries(ratios).map(([id, ratio]) => [id, { ratio, interval: null }])),
  })
  const good = [read('AMD EPYC', { faster: 3, alike: 1.09 }), read('Intel(R) Xeon(R)', { faster: 4, alike: 0.92, processor: 1 })]
  t.same(faults(claims, good), [])
  t.same(faults(claims, [...good, read('Intel', { faster: 2.9 })]), ['faster asks for 2, and 2.9 is on record'])
  t.same(faults(claims, [...good, read('Intel', { alike: 1.12 })]), ['alike says the same, and 1.12 is on record'])
  t.same(faults([claims[0], { ...claims[1], equivalenceMargin: 0.5 }, claims[2]], [...good, read('Intel', { alike: 0.6 })]), ['alike says the same, and 0.6 is on record'], 'within a half')
  t.same(faults([claims[0], { ...claims[1], until: '8' }, claims[2]], [...good, { ...read('Intel', { alike: 7 }), node: '6.17' }]), [], 'until Node 8 it was another')
  t.same(faults(claims, [...good, { ...read('Intel', { alike: 7, faster: 1 }), age: 'warm' }]), [], 'a warm row bears no floor')
  t.same(faults(claims, [...good, read('Intel', { fster: 4 })]), ['there is no claim fster'])
  const oneMake = (/** @type {number} */ faster, /** @type {number} */ alike) => [read('AMD EPYC', { faster, alike })]
  t.same(faults(claims, oneMake(4, 1.04)), [], 'one make of processor is enough where twice the floor is on record')
  t.same(faults(claims, oneMake(3.9, 1.06)), ['faster asks for 2, and 3.9 is on record on AMD processors only', 'alike says the same, and 1.06 is on record on AMD processors only'])
  t.same(faults(claims, []), ['faster is not on record', 'alike is not on record'])
})

/** A lab that can be written to. @param {import('tap').Test} t @param {Record<string, any>} [files] @returns {string} its folder */
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
  t.equal(wrong.stderr, 'No ratio of wrong-answer is recorded, because every claim was measured with fewer than two pairs of processes\n')

  const folder = copyOfHolds(t, { data: { 'records.json': '[{' } })
  const { code, stdout, stderr } = await cli(['lab', folder, '--record'], FASTER)
  t.equal(code, 2)
  t.match(stderr, /records\.json .*: .+\n$/)
  t.match(stdout, /HOLDS/, 'what was measured is told all the same')
  t.equal(readFileSync(join(folder, 'data', 'records.json'), 'utf8'), '[{')
})
