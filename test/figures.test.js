import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import t from 'tap'
import { renderPagesWithFigures, rewriteFigureBlocks } from '@hotpath-labs/figures/figures.js'
import { renderLabsTable, renderRecordedFigures } from '@hotpath-labs/records/figures/markdown.js'
import { collectRecordedClaims } from '@hotpath-labs/records/figures/figures.js'
import { loadLab } from '@hotpath-labs/lab/load.js'
import { hashVariantSources } from '@hotpath-labs/lab/sources.js'
import { listLabNames } from '@hotpath-labs/lab/project/project.js'
import { fixture } from './cli.js'

/** @type {import('@hotpath-labs/lab/manifest.js').Claim} */
const CLAIM = { id: 'it', faster: 'fast', than: 'slow', metric: 'cpu', atLeast: 1.5 }

const pages = await renderPagesWithFigures()

t.test('every page has what is recorded: to write them anew, pnpm figures', async (t) => {
  for (const name of listLabNames()) {
    for (const file of ['README.md', 'data/chart.svg']) t.ok(pages.some(({ path }) => path === `labs/${name}/${file}`), `${name} shows its records`)
  }
  for (const { path, text, written } of pages) t.equal(text, written, path)
})

t.test('a lab\'s page begins with its question and a box of commands', async (t) => {
  for (const { path, text } of pages.filter(({ path }) => /^labs\/.*README\.md$/.test(path))) {
    t.match(text, /^# .*\n\n(> .*\n)+\n<!-- chart of .*\n\n> \[!TIP\]\n> .*`pnpm (lab|demo) /, path)
  }
})

t.test('a figure that was typed by hand is written over, and the text around it stays', async (t) => {
  const [name] = listLabNames()
  const place = (inside) => `Before.\n<!-- result of ${name}, written by pnpm figures -->${inside}<!-- end of result -->\nAfter.\n`
  const written = await rewriteFigureBlocks(place('\n99×\n'))
  t.match(written, /^Before\.\n<!-- result[^]*<!-- .* -->\nAfter\.\n$/)
  t.notMatch(written, '99×\n\n')
  t.equal(await rewriteFigureBlocks(written), written, 'twice is as once')
})

t.test('early and warm runs of a lab are told side by side', async (t) => {
  const folder = t.testdir({ data: {} })
  const holds = await loadLab(fixture('holds'))
  const render = (records, claim = CLAIM) => {
    writeFileSync(join(folder, 'data', 'records.json'), JSON.stringify(records))
    return renderRecordedFigures('holds', collectRecordedClaims({ ...lab, manifest: { ...lab.manifest, claims: [claim] } }))
  }
  const lab = { ...holds, folder }
  const line = (node, ratio, age = 'early') =>
    ({ machine: { cpu: 'a', cores: 2 }, node, age, recorded: '2026-01-01', sources: null, claims: { [CLAIM.id]: { ratio, interval: null } } })
  const warm = { ...line('20.2.0', 8, 'warm'), sources: hashVariantSources(lab), claims: { [CLAIM.id]: { ratio: 8, interval: [7.5, 8.6] } } }
  const early = [line('22.1.0', 3), line('20.2.0', 5), line('20.2.0', 4), line('20.2.0', 9)]

  const young = render([...early, line('20.2.0', 700, 'warm')])
  t.match(young, /\| Node 20 \| Node 22 \|\n[^]* \| 4–9× \| 3× \|\n/, 'from the lowest run to the highest')
  t.notMatch(young, /700|steady|MongoDB/)
  const all = renderLabsTable([{ name: 'holds', title: 'It', question: 'Which?', claims: collectRecordedClaims({ ...lab, manifest: { ...lab.manifest, claims: [CLAIM] } }) }], 20)
  t.match(all, /\| \[holds\]\(\.\.\/labs\/holds\) \| Which\? \| .*: \*\*4–9×\*\* \|$/)

  const mixed = [...early, warm]
  const some = render(mixed)
  t.match(some, / \| 7\.5–8\.6× \| 3× \|\n/, 'the steady ratio, where the first one meets it')
  t.match(some, 'A cell without a long run on record has the ratio of short runs.', 'Node 22 has no warm row')
  const both = render([{ ...line('20.2.0', 3), database: 'MongoDB 8.0.4' }, warm])
  t.match(both, / \| 3× .* first, 7\.5–8\.6× .* \|\n/, 'two figures, and the sentence between them')
  t.match(both, ' Database: MongoDB 8.0.4.')
  t.notMatch(both, /for information|about the ratio of the first seconds/)
  const { atLeast, ...open } = /** @type {any} */ (CLAIM)
  t.match(render(mixed, { ...open, dependsOn: 'the processor' }), 'is for information: it has no minimum, and a figure around 1× means no difference.')
  t.match(render([{ ...line('20.2.0', 3) }, warm], { ...CLAIM, atLeast: 100 }), 'This lab is about the ratio marked *at first*, which is from the first seconds. The other ratios are from long runs')
})
