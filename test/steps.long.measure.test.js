import { copyFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import t from 'tap'
import { resolveLabFolder } from '@hotpath-labs/lab/project/project.js'
import { ATTEMPT_VARIANT_NAME, makeLabVersionsForAttempt } from '@hotpath-labs/workshop/attempt/plan.js'
import { copyTemplate, linkLabPackages } from '@hotpath-labs/workshop/attempt/starting-copy.js'
import { loadLab } from '@hotpath-labs/lab/load.js'
import { measureAttempt } from '@hotpath-labs/command-line/measure.js'

/** Time limit of an attempt, in seconds: a clear verdict takes less. */
const SECONDS = 60

/** An observer that shows nothing. */
const silent = () => ({ waiting () {}, measuring () {}, stop () {} })

/** Attempts with the given programs: those of a lab's steps, and others. @type {[string, string, number][]} lab, variant, step */
const GIVEN = [
  ['blocking-json', 'kept-string', 1],
  ['date-to-iso-string', 'fast', 1],
  ['delete-property', 'fast', 1],
  ['delete-property', 'assign-undefined', 1],
  ['divideByAndSum', 'fast', 2],
  ['hidden-classes', 'four-shapes', 1],
  ['hidden-classes', 'fast', 2],
  ['inlining', 'fast', 1],
  ['parse-int', 'plus', 0],
  ['parse-int', 'fast', 1],
  ['read-file-sync', 'bytes', 1],
  ['set-prototype-of', 'fast', 1],
]

/**
 * Judges a variant as an attempt, or a file with a text.
 *
 * @param {string} name of a lab
 * @param {string} [variant]
 * @param {string} [text]
 * @param {any} [t]
 */
async function attempt (name, variant, text, t) {
  const lab = await loadLab(String(resolveLabFolder(name)))
  const folder = t?.testdir()
  const place = folder && { folder, file: join(folder, 'mine.cjs') }
  if (place) {
    copyTemplate(lab, place)
    linkLabPackages(lab, place)
    copyFileSync(lab.files.slow, join(folder, 'again.cjs'))
    writeFileSync(place.file, String(text))
  }
  const file = place?.file ?? lab.files[String(variant)]
  const result = await measureAttempt(lab, makeLabVersionsForAttempt(lab, file), { seconds: SECONDS }, silent)
  return { result, step: result.step }
}

for (const [name, variant, expected] of GIVEN) {
  t.test(`${name}: ${variant} as an attempt`, async (t) => {
    const { result, step } = await attempt(name, variant)
    const ratios = result.claims.map(({ id, ratio, interval }) => [id, ratio, interval])
    t.match(step, { number: expected, isUnclear: false }, JSON.stringify(ratios))
  })
}

t.test('a later answer than the lesson allows is refused', async (t) => {
  const { result, step } = await attempt('cache-queue', 'fast')
  t.equal(step, undefined)
  t.match(result.oracle?.difference, /while requests keep coming, an answer may be at most 0\.05 s old$/)
})

/** Files of delete-property that are wrong. `again.cjs` is a copy of slow. @type {[string, string, object | undefined][]} */
const WRITTEN = [
  ['a wrong answer', 'module.exports = () => 1', undefined],
  ['slower than slow', 'const slow = require("./again.cjs")\nmodule.exports = (rows) => { slow(rows); slow(rows); return slow(rows) }', { number: 0, isSlower: true }],
]

for (const [name, text, expected] of WRITTEN) {
  t.test(`delete-property: ${name}`, async (t) => {
    const { result, step } = await attempt('delete-property', undefined, text, t)
    t.equal(result.verdict, 'broken')
    if (expected) t.match(step, expected)
    else t.equal(step, undefined)
  })
}

t.test('jade-dev-vs-prod: bare node:http is beyond a compiled template', async (t) => {
  const { result, step } = await attempt('jade-dev-vs-prod', 'limit')
  t.ok(result.claims.find(({ id, ratio }) => id === ATTEMPT_VARIANT_NAME && ratio > 1))
  t.match(step, { number: 1, next: null })
})
