import { existsSync, readFileSync, readdirSync } from 'node:fs'
import { join } from 'node:path'
import t from 'tap'
import { labFolder, labNames, loadLab } from '../shared/lab/find.js'
import { LEAST_PAIRS, readVersions } from '../shared/versions/record.js'
import { PAGE, PICTURE, pagesOf } from '../shared/versions/pages.js'
import { overVersions } from '../shared/versions/reading.js'
import { ROOT } from './cli.js'

const labs = await Promise.all(labNames().map((name) => loadLab(String(labFolder(name)))))
const told = labs.map(overVersions)
const page = readFileSync(join(ROOT, PAGE), 'utf8')

t.test('page, charts and picture are those of the recorded pairs: pnpm versions write writes them', async (t) => {
  const files = pagesOf(page, told)
  t.ok(files.has(PICTURE))
  for (const [path, text] of files) t.equal(existsSync(join(ROOT, path)) && readFileSync(join(ROOT, path), 'utf8'), text, path)
  t.same(readdirSync(join(ROOT, 'docs/versions')).map((name) => `docs/versions/${name}`).filter((path) => !files.has(path)), [], 'and no other')
})

t.test('no figure of the page is typed by hand', async (t) => {
  const prose = page.replaceAll(/<!-- versions: [^]*?<!-- end of versions -->/g, '')
  t.same(prose.match(/\d[\d.,]*\s?(×|times|%)/g)?.filter((figure) => figure !== '95 %') ?? [], [])
})

t.test('what is recorded is complete, and of the variants as they are', async (t) => {
  for (const lab of labs) for (const entry of readVersions(lab).versions) if ('pairs' in entry) t.ok(entry.pairs.length >= LEAST_PAIRS, `${lab.name} on ${entry.node}`)
  for (const { lab, stale } of told) t.same(stale, [], lab.name)
})

/** @param {string} name @param {string} id @param {number} major @returns {import('../shared/versions/reading.js').Estimate} */
function late (name, id, major) {
  const claim = told.find(({ lab }) => lab.name === name)?.claims.find(({ claim }) => claim.id === id)
  const reading = claim?.readings.find((reading) => reading.major === major)
  if (!reading) throw new Error(`${name} ${id} is not recorded on Node ${major}`)
  return reading.late
}

t.test('what the prose says of single claims', async (t) => {
  t.ok(late('divideByAndSum', 'book-ladder', 6).ratio >= 40, 'forty times, on Node 6')
  t.ok(late('divideByAndSum', 'try-catch', 6).ratio >= 3, 'a try that Node 6 pays for')
  t.ok(late('divideByAndSum', 'try-catch', 26).ratio < 1.1, 'and that no Node pays for since')
  t.ok(late('private-fields', 'underscore', 16).ratio >= 5, 'a private field, defined on Node 16')
  t.ok(late('private-fields', 'underscore', 18).ratio < 1.1, 'and on 18')
  const slower = told.find(({ lab }) => lab.name === 'date-to-iso-string')?.across.find(({ from, to }) => from.startsWith('v18.') && to.startsWith('v20.'))
  t.ok(Number(slower?.late.ratio) >= 1.5, 'toISOString on 20 beside 18')
})
