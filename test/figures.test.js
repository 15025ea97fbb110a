import { mkdirSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import t from 'tap'
import { pagesWithFigures, withFigures } from '../scripts/pages/figures.js'
import { CLAIM, aRecord } from '../shared/curve/fixtures/record.js'
import { sourcesOf } from '../shared/lab/sources.js'
import { labNames, loadLab } from '../shared/lab/find.js'
import { recordedOf } from '../shared/ledger/recorded.js'
import { labsStory, recordedTable } from '../shared/report/recorded.js'
import { fixture } from './cli.js'

t.test('every page has what is recorded: to write them anew, pnpm figures', async (t) => {
  const pages = await pagesWithFigures()
  for (const name of labNames()) t.ok(pages.some(({ path }) => path === `labs/${name}/README.md`), `${name} shows its records`)
  for (const { path, text, written } of pages) t.equal(text, written, path)
})

t.test('README.md has a line for each lab', async (t) => {
  const { text } = (await pagesWithFigures()).find(({ path }) => path === 'README.md') ?? { text: '' }
  for (const name of labNames()) t.match(text, `| [${name}](labs/${name}) | `)
})

t.test('a figure that was typed by hand is written over, and the text around it stays', async (t) => {
  const [name] = labNames()
  const place = (/** @type {string} */ inside) => `Before.\n<!-- result of ${name}, written by pnpm figures -->${inside}<!-- end of result -->\nAfter.\n`
  const written = await withFigures(place('\n99×\n'))
  t.match(written, /^Before\.\n<!-- result[^]*<!-- end of result -->\nAfter\.\n$/)
  t.notMatch(written, '99×\n\n')
  t.equal(await withFigures(written), written, 'twice is as once')
})

t.test('records and curves of a lab are told side by side', async (t) => {
  const folder = t.testdir({})
  const holds = await loadLab(fixture('holds'))
  const lab = { ...holds, folder, manifest: { ...holds.manifest, claims: [CLAIM] } }
  const line = (/** @type {string} */ node, /** @type {number[]} */ ratios, age = 'as printed by default') => ({ machine: { cpu: 'a', cores: 2 }, node, age, ratios: { [CLAIM.id]: ratios } })
  writeFileSync(join(folder, 'records.json'), JSON.stringify([line('22.1.0', [3]), line('20.2.0', [5]), line('20.2.0', [4, 9]), line('20.2.0', [700], 'after 4 s of CPU')]))

  const young = recordedTable('holds', recordedOf(lab))
  t.match(young, /\| Node 20 \| Node 22 \|\n/)
  t.match(young, / \| 5× \[4× … 9×\] \| 3× \|\n/, 'the median, and the ends')
  t.notMatch(young, /700|when steady|MongoDB/)
  const story = () => labsStory([{ name: 'holds', question: 'Which?', claims: recordedOf(lab) }])
  t.match(story(), '| [holds](labs/holds) | Which? | no figure | 5× on Node 20, 3× on Node 22 |\n')
  t.notMatch(story(), 'steady')

  mkdirSync(join(folder, 'curves'))
  const record = (/** @type {Record<string, string>} */ sources) => writeFileSync(join(folder, 'curves', 'node20.json'), JSON.stringify({ ...aRecord(), sources }))
  record(sourcesOf(lab))
  const old = recordedTable('holds', recordedOf(lab))
  t.match(old, /\n\| when steady \| {2}\| [\d.]+× \[[\d.]+× … [\d.]+×\] \| – \|\n/)
  t.match(story(), /\| today, early \| today, steady \|\n[^]*\| 5× on Node 20, 3× on Node 22 \| [\d.]+× on Node 20 \|\n/)
  writeFileSync(join(folder, 'records.json'), JSON.stringify([{ ...line('22.1.0', [4]), mongo: '8.0.4' }, { ...line('20.2.0', [4]), mongo: '8.0.4' }]))
  t.match(recordedTable('holds', recordedOf(lab)), ' The servers asked MongoDB 8.0.4.\n')
  writeFileSync(join(folder, 'records.json'), JSON.stringify([line('22.1.0', [3]), { ...line('20.2.0', [4]), mongo: '8.0.4' }]))
  t.match(recordedTable('holds', recordedOf(lab)), ' The servers asked MongoDB 8.0.4, as far as the records name it.\n')
  record({ slow: 'another', fast: 'one' })
  t.match(recordedTable('holds', recordedOf(lab)), /\n\| when steady \|.*×\], before a variant was changed \| – \|\n/)
})
