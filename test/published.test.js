import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import t from 'tap'
import { loadLabsInOrder } from '@hotpath-labs/lab/project/timetable.js'
import { LABS_FOLDER } from '@hotpath-labs/lab/project/project.js'
import { extractNumbers, splitPublishedFigure, findUnquotedParts } from '@hotpath-labs/records/ledger/ledger.js'

/**
 * Lines of the texts, word for word, with the place where each stands.
 *
 * @type {{ source: string, quotes: { place: string, line: string }[] }[]}
 */
const texts = JSON.parse(readFileSync(new URL('../shared/records/ledger/quotes.json', import.meta.url), 'utf8'))

const labs = await loadLabsInOrder()
const publications = labs.flatMap(({ name, manifest }) => manifest.claims.flatMap(({ id, published }) => published ? [{ claim: `${name} ${id}`, published }] : []))

const valueOf = (number) => Number(number.replaceAll(',', '').replace('k', 'e3'))

/** @param {string} source @returns {string[]} the lines that are quoted of it */
const quotedOf = (source) => texts.filter((text) => text.source === source).flatMap(({ quotes }) => quotes.map(({ line }) => line))

function faults ({ ratio, figures, metric, source, node, packages = '' }) {
  const parts = [...splitPublishedFigure(figures), metric, ...packages.split(', '), node]
  const quotient = figures.split('→').map((side) => valueOf(extractNumbers(side)[0])).sort((a, b) => b - a).reduce((more, less) => more / less)
  return [
    ...findUnquotedParts(parts, quotedOf(source)).map((part) => `${part} stands in no line of ${source}`),
    ...Number(quotient.toPrecision(3)) === ratio ? [] : [`${figures} gives ${quotient}, not ${ratio}`],
  ]
}

t.test('every published figure stands in a quote, and every ratio is that of its figures', async (t) => {
  t.ok(publications.length > 0)
  for (const { claim, published } of publications) t.same(faults(published), [], claim)
})

t.test('what a page of a lab has in quotation marks, and a number in it, is in a quote', async (t) => {
  const all = texts.flatMap(({ source }) => quotedOf(source))
  let found = 0
  for (const { name } of labs) {
    const page = readFileSync(join(LABS_FOLDER, name, 'README.md'), 'utf8').replace(/<!-- result of [^]*?<!-- end of result -->/, '')
    for (const [, phrase] of page.replace(/\s+/g, ' ').matchAll(/"([^"]*)"/g)) {
      if (!/\d/.test(phrase)) continue
      found++
      t.ok(all.some((line) => line.includes(phrase)), `${name}: ${phrase}`)
    }
  }
  t.ok(found > 0)
})
