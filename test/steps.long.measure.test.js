import { readFileSync, writeFileSync } from 'node:fs'
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

/** Attempts with programs that are no step's own, or not its own text. @type {[string, string, number][]} lab, variant, step */
const GIVEN = [
  ['delete-property', 'assign-undefined', 1],
  ['hidden-classes', 'four-shapes', 1],
  ['parse-int', 'plus', 0],
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
    writeFileSync(place.file, String(text))
  }
  const file = place?.file ?? lab.files[String(variant)]
  const result = await measureAttempt(lab, makeLabVersionsForAttempt(lab, file), { seconds: SECONDS }, silent)
  return { result, step: result.step }
}

for (const [name, variant, expected] of GIVEN) {
  t.test(`${name}: ${variant} as an attempt`, async (t) => {
    const lab = await loadLab(String(resolveLabFolder(name)))
    // another text than the step's, so that its place is measured
    const { result, step } = await attempt(name, undefined, `${readFileSync(lab.files[variant], 'utf8')}\nvoid 0\n`, t)
    const ratios = result.claims.map(({ id, ratio, interval }) => [id, ratio, interval])
    t.match(step, { number: expected, isUnclear: false }, JSON.stringify(ratios))
  })
}

t.test('a later answer than the lesson allows is refused', async (t) => {
  const { result, step } = await attempt('cache-queue', 'fast')
  t.equal(step, undefined)
  t.match(result.oracle?.difference, /while requests keep coming, an answer may be at most 0\.05 s old$/)
})

t.test('delete-property: a wrong answer', async (t) => {
  const { result, step } = await attempt('delete-property', undefined, 'module.exports = () => 1', t)
  t.equal(result.verdict, 'broken')
  t.equal(step, undefined)
})

t.test('jade-dev-vs-prod: bare node:http is beyond a compiled template', async (t) => {
  const { result, step } = await attempt('jade-dev-vs-prod', 'limit')
  t.ok(result.claims.find(({ id, ratio }) => id === ATTEMPT_VARIANT_NAME && ratio > 1))
  t.match(step, { number: 1, next: null })
})
