import { existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import t from 'tap'
import { loadNamedLab } from '@hotpath-labs/lab/project/timetable.js'
import { LABS_FOLDER, listLabNames } from '@hotpath-labs/lab/project/project.js'
import { drawLabChart } from '@hotpath-labs/site/lab/chart.js'
import { loadLab } from '@hotpath-labs/lab/load.js'
import { insertChartPlaceholders, renderChartImage } from '@hotpath-labs/figures/figures.js'
import { ROOT, fixture } from './cli.js'

const MOST_BYTES = 15_000

function checkPicture (t, path) {
  const svg = readFileSync(join(ROOT, path), 'utf8')
  t.ok(Buffer.byteLength(svg) <= MOST_BYTES, `${path} has ${Buffer.byteLength(svg)} bytes`)
  t.match(svg, /<title id="title">[^<]+<\/title>\n<desc id="desc">[^<]{40,}<\/desc>/, path)
  t.match(svg, /role="img" aria-labelledby=".*"/, path)
  t.match(svg, /@media \(prefers-color-scheme: dark\)/, path)
  t.notMatch(svg, /<script|@import|@font-face|href=|url\(|NaN|[",]undefined/, path)
  return svg
}

t.test('each lab has a chart that is small, and says what it shows', async (t) => {
  for (const name of listLabNames()) checkPicture(t, `labs/${name}/data/chart.svg`)
})

t.test('drawings are as small, and say what they show', async (t) => {
  const drawings = listLabNames().map((name) => `labs/${name}/mechanism.svg`).filter((path) => existsSync(join(ROOT, path)))
  t.ok(drawings.length >= 6)
  for (const path of drawings) {
    checkPicture(t, path)
    const page = readFileSync(join(ROOT, path, '../README.md'), 'utf8')
    t.match(page, /!\[[^\]]{40,}\]\(mechanism\.svg\)/, `${path} is on its page, with a text`)
  }
})

t.test('the text of a chart has its figures', async (t) => {
  t.match(drawLabChart(await loadNamedLab('hidden-classes')), {
    alt: /[\d.–]+× .* Node 26[^]* Node, .*: [\d.–]+× on 6, [^]* The lab asks for at least 2×, or the claim does not hold\.$/,
    svg: /Dashed: the lab asks for at least 2×/,
  })
})

t.test('a lab without other versions on record has bars, and a sentence', async (t) => {
  const { folder, ...lab } = await loadLab(fixture('holds'))
  const { claims: [{ id }] } = lab.manifest
  const run = { machine: { cpu: 'a', cores: 2 }, node: '26.1.0', age: 'early', recorded: '2026-01-01', sources: null, claims: { [id]: { ratio: 3, interval: null } } }
  const recorded = { ...lab, folder: t.testdir({ data: { 'records.json': JSON.stringify([run]) } }) }
  const { svg = '', alt } = drawLabChart(recorded) ?? {}
  for (const part of [/<rect class=".*"[^>]*>/, />3×</, /Node.26/]) t.match(svg, part)
  t.notMatch(svg, /<circle/)
  t.match(alt, 'type: pnpm versions record holds.')
})

t.test('a lab without any record has no chart, and its page says so', async (t) => {
  const lab = { ...await loadLab(fixture('holds')), folder: t.testdir({}) }
  t.equal(drawLabChart(lab), undefined)
  t.equal(renderChartImage(lab), 'No chart yet, because nothing is on record. Type `pnpm lab holds --record`, then `pnpm figures`.')
})

t.test('a chart of a claim that is gone names the file to change', async (t) => {
  const lab = await loadLab(join(LABS_FOLDER, 'inlining'))
  t.throws(() => drawLabChart({ ...lab, name: 'parse-int' }), { message: /^shared\/site\/lab\/figures\.js .* no-pieces of parse-int\. .*: by-name, / })
})

t.test('the start box and the chart have their place below the question, once', async (t) => {
  const once = insertChartPlaceholders('# A lab\n\n> Why?\n', 'a')
  t.equal(once, '# A lab\n\n> Why?\n\n<!-- chart of a, written by pnpm figures -->\n<!-- end of chart -->\n')
  t.equal(insertChartPlaceholders(once, 'a'), once)
})
