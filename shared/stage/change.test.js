import t from 'tap'
import { resolveLabFolder, listLabNames } from '@hotpath-labs/lab/project/project.js'
import { loadLab } from '@hotpath-labs/lab/load.js'
import { listVariantChanges, alignChangedLines } from './lab-view.js'

/** @param {string} html @returns {string} what a browser shows of it */
const text = (html) => html.replace(/<\/?span[^>]*>/g, '').replaceAll('&lt;', '<').replaceAll('&gt;', '>').replaceAll('&quot;', '"').replaceAll('&#x27;', "'").replaceAll('&amp;', '&')

t.test('equal lines share a row, and changed lines are highlighted', (t) => {
  const rows = alignChangedLines('a()\nb()\nd()\n', 'a()\nc()\nc2()\nd()\n')
  t.same(rows.map((row) => row.map((line) => line && [line.number, text(line.html), line.lit])), [
    [[1, 'a()', false], [1, 'a()', false]],
    [[2, 'b()', true], [2, 'c()', true]],
    [null, [3, 'c2()', true]],
    [[3, 'd()', false], [4, 'd()', false]],
  ])
  t.end()
})

t.test('a source is shown as text, whatever it contains', (t) => {
  const source = 'const evil = `<script>alert(1)</script>\n<img src=x onerror=alert(1)>` // <b>&\n'
  for (const [line] of alignChangedLines(source, source)) {
    t.notMatch(line?.html.replace(/<\/?span[^>]*>/g, ''), /[<>]/)
    t.equal(line?.html.match(/<span/g)?.length ?? 0, line?.html.match(/<\/span/g)?.length ?? 0, 'each line closes what it opens')
  }
  t.end()
})

t.test('every lab shows its files, step by step', async (t) => {
  for (const name of listLabNames()) {
    const lab = await loadLab(String(resolveLabFolder(name)))
    const changes = listVariantChanges(lab)
    t.same([changes[0].variants[0], ...changes.map(({ variants }) => variants[1])], Object.keys(lab.manifest.variants))
    for (const { rows, variants } of changes) t.ok(rows.some((row) => row.some((line) => line?.lit)), `${name}: ${variants.join(' and ')} differ`)
  }
})
