import { realpathSync } from 'node:fs'
import { sep } from 'node:path'
import { EXIT_CODES, findExitCodeOfError } from '@hotpath-labs/engine/failures.js'
import { capitalize, groupDigits } from '@hotpath-labs/terminal/numbers.js'
import { describeCounter } from '@hotpath-labs/lab/report/counted.js'
import { formatClaimResult, formatRequiredRatio } from '@hotpath-labs/lab/report/statement.js'
import { findMetric } from '@hotpath-labs/lab/metrics.js'
import { locateAttemptError } from '@hotpath-labs/workshop/attempt/locate-error.js'
import { planClaims } from '@hotpath-labs/lab/plans.js'
import { nameProgramsOfDifference } from '@hotpath-labs/workshop/attempt/name-programs.js'

/**
 * @import { ErrorCode } from '@hotpath-labs/engine/failures.js'
 * @import { Lab } from '@hotpath-labs/lab/load.js'
 * @import { Metric } from '@hotpath-labs/lab/metrics.js'
 * @import { JudgedClaim, Result } from '@hotpath-labs/lab/report/result-schema.js'
 */

/** Failures that are no crash. @type {Partial<Record<ErrorCode, string>>} */
const MARKS = {
  WRONG_ANSWER: 'wrong answer',
  WRONG_STATUS: 'wrong answer',
  ANSWER_CHANGED: 'wrong answer',
  TIMED_OUT: 'no answer',
  TAMPERED: 'not allowed',
  FORGED_MESSAGE: 'not allowed',
  CACHES_ANSWERS: 'not allowed',
  CPU_TIME_DIFFERS: 'not allowed',
}

/**
 * @typedef {object} Outcome of a judged file
 * @property {string} mark such as: too slow
 * @property {string} says a sentence about the file's owner; empty if the mark says everything
 */

/**
 * Says what came of an attendee's file, in words about its owner.
 *
 * @param {Result} result
 * @param {string} who
 * @param {{ folder: string, file: string }} place of the judged file
 * @param {Lab} lab
 * @returns {Outcome}
 */
export function describeOutcome ({ verdict, failure, oracle, counters, claims }, who, place, lab) {
  const owner = `${who}'s file`
  if (failure) {
    const isMachine = findExitCodeOfError(failure.code) !== EXIT_CODES.broken
    const isMine = failure.part === 'mine'
    if (isMine && !isMachine) return describeFailure(failure, owner, place)
    return { mark: 'not judged', says: `${isMachine ? 'This machine' : 'The lab'} could not judge ${owner}: ${isMine ? 'it' : failure.part} ${failure.what}` }
  }
  if (oracle?.difference) {
    const mark = /\bmine throws /.test(oracle.difference) ? 'crash' : 'wrong answer'
    return { mark, says: hideFolder(nameProgramsOfDifference(oracle.difference, owner, lab.manifest), place.folder) }
  }
  const count = counters.find(({ holds }) => !holds)
  if (count) {
    const plan = planClaims(lab)
    const counted = describeCounter([count], { ...plan, programs: { ...plan.programs, mine: { title: owner } } })
    return { mark: 'cause still there', says: `${capitalize(counted)}; the lab asks for ${count.expected === 0 ? 'none' : groupDigits(count.expected)}` }
  }
  const broken = claims.find((claim) => claim.required && claim.verdict === 'broken')
  if (broken) {
    const { excess } = findMetric(/** @type {Metric} */ (broken.metric))
    return { mark: excess ?? 'too slow', says: describeClaim(broken, owner) }
  }
  if (verdict === 'undecided') return { mark: 'no verdict yet', says: `${owner} may or may not reach the lab's minimum` }
  // an exercise that the lab judges itself has no claims: its step says how far the file is
  return { mark: verdict === 'holds' ? 'passes' : 'not there yet', says: '' }
}

/**
 * @param {NonNullable<Result['failure']>} failure @param {string} owner
 * @param {{ folder: string, file: string }} place
 * @returns {Outcome}
 */
function describeFailure (failure, owner, place) {
  const { what: message, line } = locateAttemptError(failure, place)
  const what = hideFolder(message, place.folder)
  const does = /^\w*Error\b/.test(what) ? `throws ${what}` : what
  const isVerbless = /^[^a-z]|^expected/.test(does)
  return { mark: MARKS[failure.code] ?? 'crash', says: `${owner}${isVerbless ? ': ' : ' '}${does}${line ? ` (line ${line})` : ''}` }
}

/** Leaves the instructor's folder out of a sentence that the room sees. @param {string} text @param {string} folder */
function hideFolder (text, folder) {
  return [folder, realpathSync(folder)].reduce((shorter, path) => shorter.replaceAll(`${path}${sep}`, ''), text)
}

/** @param {JudgedClaim} claim @param {string} owner */
function describeClaim (claim, owner) {
  const names = { ...claim.names, faster: owner }
  return `${capitalize(formatClaimResult({ ...claim, names }).sentence)}; ${formatRequiredRatio(claim)}`
}
