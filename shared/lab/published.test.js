import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import t from 'tap'
import { resolvePublishedFigures } from './load.js'

const FIGURE = { ratio: 2, figures: '1 → 2', of: 'a → b', metric: 'requests a second', source: 'a book', node: 'not stated', asks: 'the same' }

/** @param {any} published @returns {any} */
const manifest = (published) => ({ title: 'A lab', claims: [{ id: 'one', published }, { id: 'two' }] })

/** @param {import('tap').Test} t @param {object} [hotpath] in the package.json above the lab */
const folder = (t, hotpath) => join(t.testdir({
  'package.json': JSON.stringify({ hotpath }),
  'figures.mjs': `export default { A1: ${JSON.stringify(FIGURE)}, B12: ${JSON.stringify(FIGURE)} }`,
  labs: { 'a-lab': { 'package.json': '{}' } },
}), 'labs', 'a-lab')

const NAMED = { published: './figures.mjs' }

t.test('an id is replaced by its figure, which a package.json above the lab leads to', async (t) => {
  const { claims, ...rest } = await resolvePublishedFigures(manifest('A1'), folder(t, NAMED))
  t.same(claims, [{ id: 'one', published: FIGURE }, { id: 'two' }])
  t.same(rest, { title: 'A lab' })
})

t.test('a figure in the manifest needs no other file', async (t) => {
  const given = manifest(FIGURE)
  t.equal(await resolvePublishedFigures(given, folder(t)), given)
})

t.test('an unknown id is one line with the nearest known', async (t) => {
  await t.rejects(resolvePublishedFigures(manifest('B2'), folder(t, NAMED)), { code: 'BAD_MANIFEST', message: /^claim one: .*B12\?$/ })
  await t.rejects(resolvePublishedFigures(manifest('Z99'), folder(t, NAMED)), { message: /A1, B12$/ })
})

t.test('an id in a folder without figures is one line that says what to write', async (t) => {
  // a folder in this repository would find its package.json
  const outside = mkdtempSync(join(tmpdir(), 'hotpath-published-'))
  t.teardown(() => rmSync(outside, { recursive: true }))
  await t.rejects(resolvePublishedFigures(manifest('A1'), outside), { code: 'BAD_MANIFEST' })
})
