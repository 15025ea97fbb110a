import { copyFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import t from 'tap'
import { resolveLabFolder } from '@hotpath-labs/lab/project/project.js'
import { ATTEMPT_VARIANT_NAME, makeLabVersionsForAttempt } from '@hotpath-labs/workshop/attempt/attempt.js'
import { copyTemplate, linkLabPackages } from '@hotpath-labs/workshop/attempt/scaffold.js'
import { loadLab } from '@hotpath-labs/lab/load.js'
import { formatReachedExerciseStep } from '@hotpath-labs/lab/report/attempt.js'
import { measureAttempt } from '../scripts/measure.js'

/** Time limit of an attempt, in seconds: a clear verdict takes less. */
const SECONDS = 60

/** An observer that shows nothing. */
const silent = () => ({ waiting () {}, measuring () {}, stop () {} })

/** Attempts with the given programs: those of a lab's steps, and others. @type {[string, string, RegExp][]} lab, variant, place */
const GIVEN = [
  ['blocking-json', 'kept-string', /^step 1 of 2: .* slow, .* kept-string .* next: .* bytes/],
  ['date-to-iso-string', 'fast', /^step 1 of 1: .* slow, .* fast, .* step$/],
  ['delete-property', 'fast', /^step 1 of 1: .* slow, .* fast/],
  ['delete-property', 'assign-undefined', /^step 1 of 1: .* slow, .* fast/],
  ['divideByAndSum', 'fast', /^step 2 of 2: past no-collections, .* fast, .* step$/],
  ['hidden-classes', 'four-shapes', /^step 1 of 2: .* slow, .* four-shapes; next/],
  ['hidden-classes', 'fast', /^step 2 of 2: past four-shapes, .* fast/],
  ['inlining', 'fast', /^step 1 of 1: .* slow, .* fast/],
  ['parse-int', 'plus', /^step 0 of 1: .* fast .* next/],
  ['parse-int', 'fast', /^step 1 of 1: .* slow, .* fast/],
  ['read-file-sync', 'bytes', /^step 1 of 2: .* slow, .* bytes; next/],
  ['set-prototype-of', 'fast', /^step 1 of 1: .* slow, .* fast/],
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
  return { result, place: result.step && formatReachedExerciseStep(result.step) }
}

for (const [name, variant, expected] of GIVEN) {
  t.test(`${name}: ${variant} as an attempt`, async (t) => {
    const { result, place } = await attempt(name, variant)
    t.match(place, expected, JSON.stringify(result.claims.map(({ id, ratio, interval }) => [id, ratio, interval])))
  })
}

t.test('a later answer than the lesson allows is refused', async (t) => {
  const { result, place } = await attempt('cache-queue', 'fast')
  t.equal(place, undefined)
  t.match(result.oracle?.difference, /while requests keep coming, an answer may be at most 0\.05 s old$/)
})

/** Files of delete-property that are wrong. `again.cjs` is a copy of slow. @type {[string, string, RegExp | undefined][]} */
const WRITTEN = [
  ['a wrong answer', 'module.exports = () => 1', undefined],
  ['slower than slow', 'const slow = require("./again.cjs")\nmodule.exports = (rows) => { slow(rows); slow(rows); return slow(rows) }', /^step 0 of 1: .* slow; next: /],
]

for (const [name, text, expected] of WRITTEN) {
  t.test(`delete-property: ${name}`, async (t) => {
    const { result, place } = await attempt('delete-property', undefined, text, t)
    t.equal(result.verdict, 'broken')
    if (expected) t.match(place, expected)
    else t.equal(place, undefined)
  })
}

t.test('jade-dev-vs-prod: bare node:http is beyond a compiled template', async (t) => {
  const { result, place } = await attempt('jade-dev-vs-prod', 'limit')
  t.ok(result.claims.find(({ id, ratio }) => id === ATTEMPT_VARIANT_NAME && ratio > 1))
  t.match(place, /^step 1 of 1: .* fast, .* step$/)
})
