import { readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import t from 'tap'
import { resolveLabFolder } from '@hotpath-labs/lab/project/project.js'
import { planAttempt } from '@hotpath-labs/lab/plans.js'
import { copyTemplate, linkLabPackages } from '@hotpath-labs/workshop/attempt/starting-copy.js'
import { loadLab } from '@hotpath-labs/lab/load.js'
import { measureAttempt } from '@hotpath-labs/command-line/measure.js'

/** Time limit of an attempt, in seconds: a clear verdict takes less. */
const SECONDS = 60

/** An observer that shows nothing. */
const silent = () => ({ waiting () {}, measuring () {}, stop () {} })

/** Judges one of the lab's programs, or the given text, as an attendee's file. */
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
  const result = await measureAttempt(planAttempt(lab, file), { seconds: SECONDS }, silent)
  return { result, step: result.step }
}

t.test('a program that is not the text of a step has its place', async (t) => {
  const lab = await loadLab(String(resolveLabFolder('hidden-classes')))
  const { result, step } = await attempt('hidden-classes', undefined, `${readFileSync(lab.files['four-shapes'], 'utf8')}\nvoid 0\n`, t)
  t.match(step, { number: 1, isUnclear: false }, JSON.stringify(result.claims.map(({ id, ratio, interval }) => [id, ratio, interval])))
})

t.test('a later answer than the lesson allows is refused', async (t) => {
  const { result, step } = await attempt('cache-queue', 'fast')
  t.equal(step, undefined)
  t.match(result.oracle?.difference, /while requests keep coming, an answer is at most 50 ms old/)
})
