import { join } from 'node:path'
import t from 'tap'
import { loadNamedLab } from '@hotpath-labs/lab/project/timetable.js'
import { listLabNames } from '@hotpath-labs/lab/project/project.js'
import { mapEntries, planClaims } from '@hotpath-labs/lab/plans.js'
import { alignChangedLines, listCodePages } from './code-pages.js'

/** @param {string} html @returns {string} what a browser shows of it */
const text = (html) => html.replace(/<\/?(?:span|mark)[^>]*>/g, '').replaceAll('&lt;', '<').replaceAll('&gt;', '>').replaceAll('&quot;', '"').replaceAll('&#x27;', "'").replaceAll('&amp;', '&')

t.test('equal lines share a row, and changed lines are highlighted', async (t) => {
  const rows = alignChangedLines('a()\nb()\nd()\n', 'a()\nc()\nc2()\nd()\n')
  t.same(rows.map((row) => row.map((line) => line && [line.number, text(line.html), line.lit])), [
    [[1, 'a()', false], [1, 'a()', false]],
    [[2, 'b()', true], [2, 'c()', true]],
    [null, [3, 'c2()', true]],
    [[3, 'd()', false], [4, 'd()', false]],
  ])
})

t.test('a source is shown as text, whatever it contains', async (t) => {
  const source = 'const evil = `<script>alert(1)</script>\n<img src=x onerror=alert(1)>` // <b>&\n'
  for (const [line] of alignChangedLines(source, source)) {
    t.notMatch(line?.html.replace(/<\/?(?:span|mark)[^>]*>/g, ''), /[<>]/)
    t.equal(line?.html.match(/<span/g)?.length ?? 0, line?.html.match(/<\/span/g)?.length ?? 0, 'each line closes what it opens')
  }
})

t.test('changed words are marked, unless two lines have little in common', async (t) => {
  const [[before, now]] = alignChangedLines("send('<b>', 1)\n", "send('<i>', 1)\n")
  t.match(before?.html, /&lt;<mark>b<\/mark>&gt;/)
  t.match(now?.html, /&lt;<mark>i<\/mark>&gt;/)
  const other = alignChangedLines('return sum\n', 'while (next()) add(read())\n')
  t.notMatch(JSON.stringify(other), /<mark>/)
})

t.test('comments for tools are hidden, and the other lines keep their numbers', async (t) => {
  const source = "'use strict'\n\n/* eslint-disable no-var */\n\n/**\n * @param {number} a\n */\nmodule.exports = (a) => a === a // eslint-disable-line no-self-compare\n// why\n"
  const lines = alignChangedLines(source, source).map(([line]) => line && [line.number, text(line.html)])
  t.same(lines, [[1, "'use strict'"], [2, ''], [8, 'module.exports = (a) => a === a'], [9, '// why']])
})

t.test('a file with a syntax error is shown too', async (t) => {
  const folder = t.testdir({ 'slow.cjs': 'a()\n', 'mine.cjs': 'a(\n' })
  const files = { slow: join(folder, 'slow.cjs'), mine: join(folder, 'mine.cjs') }
  const [{ sections }] = listCodePages(/** @type {any} */ ({ lab: { files: {} }, programs: mapEntries(files, (file) => ({ file })) }))
  t.same(sections[0].files, ['slow.cjs', 'mine.cjs'])
})

t.test('every lab shows its files, change by change, and what only one of two files imports', async (t) => {
  for (const name of listLabNames()) {
    const lab = await loadNamedLab(name)
    const pages = listCodePages(planClaims(lab))
    const steps = Object.keys(lab.manifest.variants).slice(1)
    t.same([...new Set(pages.map(({ variants }) => variants[1]))], steps)
    for (const [index, variant] of steps.entries()) {
      const shown = pages.filter(({ place }) => place.step === index + 1)
      const lines = shown.flatMap(({ sections }) => sections.flatMap(({ rows }) => rows.flat()))
      t.ok(lines.some((line) => line?.lit), `${name}: ${variant} differs`)
      t.same(shown.map(({ place }) => place.part), shown.map((_, part) => part + 1))
    }
  }
  const sections = listCodePages(planClaims(await loadNamedLab('cache-queue'))).flatMap(({ sections }) => sections)
  const imported = sections.filter(({ files }) => files.length === 1).map(({ files }) => files[0])
  t.same([...new Set(imported)], ['cached.js', 'refreshing.js'])
})
