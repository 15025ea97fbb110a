import { existsSync, readFileSync, readdirSync } from 'node:fs'
import { join } from 'node:path'
import t from 'tap'
import { loadNamedLab } from '@hotpath-labs/lab/project/timetable.js'
import { listLabNames } from '@hotpath-labs/lab/project/project.js'
import { findClaimOutcome } from '@hotpath-labs/records/versions/outcome.js'
import { collectLabResultsByNode } from '@hotpath-labs/records/versions/results.js'
import { VERSIONS_PAGE_FILE, README_PICTURE_FILE, renderVersionPages } from '@hotpath-labs/site/versions/pages.js'
import { ROOT } from './cli.js'

const labs = await Promise.all(listLabNames().map((name) => loadNamedLab(name)))
const told = labs.map(collectLabResultsByNode)
const page = readFileSync(join(ROOT, VERSIONS_PAGE_FILE), 'utf8')

t.test('page, charts and picture are those of the recorded pairs: pnpm versions write writes them', async (t) => {
  const files = renderVersionPages(page, told)
  t.ok(files.has(README_PICTURE_FILE))
  for (const [path, text] of files) t.equal(existsSync(join(ROOT, path)) && readFileSync(join(ROOT, path), 'utf8'), text, path)
  t.same(readdirSync(join(ROOT, 'docs/versions')).map((name) => `docs/versions/${name}`).filter((path) => !files.has(path)), [], 'and no other')
})

t.test('no figure of the page is typed by hand', async (t) => {
  const prose = page.replaceAll(/<!-- versions: [^]*?<!-- end of versions -->/g, '')
  t.same(prose.match(/\d[\d.,]*\s?(×|times|%)/g)?.filter((figure) => !['95 %', '1×'].includes(figure)) ?? [], [])
})

t.test('what is recorded is of the variants as they are', async (t) => {
  for (const { lab, stale } of told) t.same(stale, [], lab.name)
})

function claimOf (name, id) {
  const found = told.flatMap(({ claims }) => claims).find(({ lab, claim }) => lab === name && claim.id === id)
  if (!found?.readings.length) throw new Error(`${name} ${id} is not recorded`)
  return found
}

const fate = (name, id) => findClaimOutcome(claimOf(name, id))
const late = (name, id, major) =>
  Number(claimOf(name, id).readings.find((reading) => reading.major === major)?.late.ratio)

t.test('what the prose says of single claims', async (t) => {
  t.ok(late('divideByAndSum', 'book-ladder', 6) >= 40, 'forty times, on Node 6')
  t.ok(late('divideByAndSum', 'try-catch', 6) >= 3, 'a try that Node 6 pays for')
  t.match(fate('divideByAndSum', 'try-catch'), { outcome: 'died', since: 8 }, 'and no Node since')
  t.ok(late('private-fields', 'underscore', 16) >= 5, 'a private field, defined on Node 16')
  t.match(fate('private-fields', 'underscore'), { outcome: 'died', since: 18 }, 'and on 18')
})
