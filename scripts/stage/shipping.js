import { readFileSync, statSync } from 'node:fs'
import { isDeepStrictEqual } from 'node:util'
import { loadLab } from 'hotpath/lab'
import { shown } from '@hotpath-labs/project'
import { counting, reasonOf } from 'hotpath/report'
import { endOf, live, newRecording, resultOf, shipped, shippedFile, slim, writeRecording } from '@hotpath-labs/stage'
import { EXIT } from '../measuring.js'
import { Progress } from '../progress.js'
import { foldersOf } from '../usage.js'
import { worstOf } from '../whole.js'
import { flameFile, measure, profile } from './outside.js'

/**
 * Records labs one after the other; one that fails keeps the others from nothing, and what is written is written.
 *
 * @param {string[]} names @param {any} options @param {(lab: import('hotpath/lab').Lab) => boolean} isLeftOut
 */
export async function recordEach (names, options, isLeftOut) {
  const labs = await Promise.all(foldersOf(names).map(loadLab))
  const wanted = labs.filter((lab) => !isLeftOut(lab))
  if (wanted.length < labs.length) process.stdout.write(`${labs.length - wanted.length} of ${labs.length} labs already have a recording\n`)
  /** @type {import('hotpath/measure').Result['verdict'][]} */
  const verdicts = []
  for (const lab of wanted) verdicts.push(await record(lab, options))
  process.exitCode = EXIT[worstOf(verdicts)]
}

/** @param {import('hotpath/lab').Lab} lab @returns {boolean} whether it ships a whole recording of what it claims now */
export function isRecorded (lab) {
  const recording = shipped(lab)
  const recorded = recording?.profile && resultOf(recording)?.claims
  // what a page shows of a claim: not what was measured of it
  const shownOf = (/** @type {any[]} */ claims) => claims.map((claim) => [claim.id, claim.says, claim.metric, claim.floor ?? null, claim.within ?? null])
  return recorded !== undefined && isDeepStrictEqual(shownOf(recorded), shownOf(lab.manifest.claims))
}

/** @param {import('hotpath/lab').Lab} lab @param {any} options @returns {Promise<import('hotpath/measure').Result['verdict']>} cannot run, where there is no profile of it */
async function record (lab, options) {
  const recording = newRecording(lab.name)
  const progress = new Progress()
  await new Promise((resolve) => {
    live((...heard) => measure(lab, options, ...heard), {
      onEvent (event, ms) {
        if (event.type === 'waiting') return progress.say(event.what)
        recording.events.push([ms, event])
        if (event.type === 'comparing') progress.show(`${lab.name}: comparing answers`)
        if (event.type === 'pair') progress.show(`${lab.name}: ${counting(event.pairs, 'pair')}`)
      },
      onEnd: () => resolve(undefined),
    })
  })
  const { result, told } = endOf(recording)
  const verdict = result?.verdict ?? 'cannot run'
  if (!result || verdict !== 'holds') {
    progress.stop()
    const why = told || (result && reasonOf(result))
    process.stderr.write(`no recording of ${lab.name} is saved: its verdict was ${verdict}, and a recording must show that the lab holds${why ? `: ${why}` : ''}\n`)
    return verdict
  }
  const profiling = () => progress.show(`${lab.name}: profiling slow and fast`)
  profiling()
  const wrong = await profile(lab, options, (event) => event.type === 'waiting' ? progress.say(event.what) : profiling()).done
  progress.stop()
  if (wrong) {
    process.stderr.write(`no recording of ${lab.name} is saved: the profile failed: ${wrong}\n`)
    return 'cannot run'
  }
  const file = shippedFile(lab)
  writeRecording(file, slim({ ...recording, profile: JSON.parse(readFileSync(flameFile(lab, 'json'), 'utf8')) }))
  process.stdout.write(`${shown(file)}  ${recording.events.length} events, ${result.seconds} s, ${Math.ceil(statSync(file).size / 1000)} kB\n`)
  return 'holds'
}
