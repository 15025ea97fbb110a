import { settleAllOrThrow } from '@hotpath-labs/engine/process/measured-process.js'
import { askOtherRequest, formatRequest, sendRequest, awaitServerAnswer } from '@hotpath-labs/engine/load/http.js'
import { VariantFailure } from '@hotpath-labs/engine/failures.js'
import { roundToDecimals } from '@hotpath-labs/engine/figures.js'
import { isLabProgram, listVariants } from '../plans.js'
import { findClaimSides } from '../sides.js'
import { countCalls } from './counters.js'
import { compareAnswersToOtherRequests } from './other-requests.js'
import { compareResponses, describeDifferentResponses } from './responses.js'

/**
 * @import { Pair, Processes } from '@hotpath-labs/engine/measure.js'
 * @import { MeasuredProcess } from '@hotpath-labs/engine/process/measured-process.js'
 * @import { ServerSubject } from '@hotpath-labs/engine/subjects/server.js'
 * @import { Claim, LabRequest } from '../manifest.js'
 * @import { LabPlan } from '../plans.js'
 * @import { Counter, Oracle } from '../report/result-schema.js'
 * @import { Trial } from '../measure/trial.js'
 * @import { Others } from '@hotpath-labs/engine/load/http.js'
 */

/** Time limit in ms for an answer to a further workload: awaiting 1,000 calls one by one takes 7 s. */
const FURTHER_WORKLOAD_MS = 20_000

/** Share of a load's requests that ask for something else, so that no program can answer rightly only while answers are compared. */
const OTHER_SHARE = 0.07

/** Number of unique answers of each server that are judged before anything is timed. */
const UNIQUE_ANSWERS = 200

/**
 * Checks that all variants answer each workload's request with the same status and body, whatever the claims compare. If all answers to a
 * workload must be unique, the load generator checks that no two answers are equal, and what the lab's `findFault` says of them.
 *
 * @param {Trial} trial
 * @param {Processes} processes
 * @param {object} [how]
 * @param {boolean} [how.areAnswersChecked] by an earlier measurement of the same file
 * @param {Map<string, { status: number, body: string, type: string | null }>} [how.kept] the reference's answers, by request: what one
 *   comparison adds, later ones do not ask again
 * @returns {Promise<Oracle>}
 * @throws {VariantFailure} where a variant answers with another status than 2xx
 */
export async function compareServerAnswers (trial, processes, { areAnswersChecked = false, kept } = {}) {
  const { plan, reference } = trial
  const subject = /** @type {ServerSubject} */ (trial.subject)
  const variants = listVariants(plan)
  /** @type {Map<string, { body: string, others: Others }>} right answers, by request: several workloads may send the same request */
  const knownAnswers = new Map()
  let checked = 0
  for (const workload of [null, ...Object.keys(plan.workloads)]) {
    const request = /** @type {LabRequest} */ (subject.findRequest(workload))
    const key = JSON.stringify([request.method, request.path, request.headers, request.body])
    const right = knownAnswers.get(key)
    if (right) {
      subject.bodies.set(workload, right.body)
      subject.others.set(workload, right.others)
      continue
    }
    const limitTime = makeTimeLimits(trial, workload)
    const answering = chooseAnswering(plan, workload, areAnswersChecked)
    // asks an attendee's file last, because only the first failure is reported
    const asked = [...processes].filter(([variant]) => answering.includes(variant))
      .sort(([a], [b]) => Number(isLabProgram(plan, b)) - Number(isLabProgram(plan, a)))
    if (asked.length === 0) continue
    const answers = await settleAllOrThrow(asked.map(async ([variant, measured]) => {
      const before = variant === reference ? kept?.get(key) : undefined
      const answer = before ?? await limitTime(variant, (limit) => awaitServerAnswer(measured, sendRequest(measured, request), limit))
      if (answer.status < 200 || answer.status > 299) {
        const details = [measured.stderr, answer.body].filter(Boolean).join('\n')
        throw new VariantFailure('WRONG_STATUS', variant, `answered ${request.method} ${request.path} with status ${answer.status}`, details)
      }
      if (variant === reference && request.answers !== 'unique') kept?.set(key, answer)
      // the lower bound sends no content type that only a browser needs
      return { variant, ...answer, ...!variants.includes(variant) && { type: null } }
    }))
    checked += answers.length
    const comparable = request.answers === 'unique' ? answers.map((answer) => ({ ...answer, body: '' })) : answers
    const { expected, other } = compareResponses(comparable, reference, request.contentTypes)
    if (other) return { verdict: 'different', checked, difference: `${formatRequest(request)}: ${describeDifferentResponses(expected, other)}` }
    if (request.answers === 'unique') {
      for (const { variant, body } of answers) subject.unique.set(/** @type {MeasuredProcess} */ (processes.get(variant)), new Set([body]))
      for (const [variant] of asked) await sendUnderLoad(subject, processes, workload ? `${variant}@${workload}` : variant, UNIQUE_ANSWERS)
      checked += UNIQUE_ANSWERS * asked.length
      continue
    }
    const { others, ...drawn } = await compareAnswersToOtherRequests(trial, request, processes)
    checked += drawn.checked
    if (drawn.difference) return { ...drawn, checked }
    const share = others.length ? OTHER_SHARE : 0
    const list = others.map(({ request, right }) => askOtherRequest(request, right))
    const known = { body: expected.body, others: { share, asked: list, variants } }
    knownAnswers.set(key, known)
    subject.bodies.set(workload, known.body)
    subject.others.set(workload, known.others)
  }
  return { verdict: 'same', checked, difference: null }
}

/** @param {ServerSubject} subject @param {Processes} processes @param {string} side @param {number} requests */
async function sendUnderLoad (subject, processes, side, requests) {
  const load = subject.putUnderLoad(processes, side)
  try {
    await load.send(requests, { paced: false })
  } finally {
    load.close()
  }
}

/**
 * Makes the time limits of the answers to one workload. The limit of an attendee's file counts from the last answer of the lab's programs.
 *
 * @param {Trial} trial
 * @param {string | null} workload
 * @returns {<T>(variant: string, ask: (limit: { withinMs?: number, answered?: () => number }) => Promise<T>) => Promise<T>}
 */
function makeTimeLimits ({ plan }, workload) {
  let [open, ticks] = [0, 0]
  const withinMs = workload === null ? undefined : FURTHER_WORKLOAD_MS
  return (variant, ask) => {
    // a changing number restarts the limit
    if (!isLabProgram(plan, variant)) return ask({ answered: () => open > 0 ? ++ticks : ticks })
    open++
    return ask({ withinMs }).finally(() => { open-- })
  }
}

/**
 * Chooses the variants whose answers to a workload are compared: all, or after an earlier measurement of the same file those that a claim
 * compares, because a slow variant can take 7 s for an answer. So an attempt's further workloads are answered by the programs that the lab
 * compares under them: the lab's own test has compared all.
 *
 * @param {LabPlan} plan
 * @param {string | null} workload
 * @param {boolean} areAnswersChecked by an earlier measurement
 * @returns {string[]}
 */
function chooseAnswering (plan, workload, areAnswersChecked) {
  const variants = listVariants(plan)
  const compares = (/** @type {Claim[]} */ claims) => {
    const sides = claims.flatMap((claim) => Object.values(findClaimSides(claim)))
    const names = [workload, ...Object.keys(plan.workloads).filter((other) => plan.workloads[other].background === workload)]
    return (/** @type {string} */ variant) => names.some((name) => sides.includes(name === null ? variant : `${variant}@${name}`))
  }
  if (areAnswersChecked) return variants.filter(compares(plan.claims))
  if (workload === null) return Object.keys(plan.programs)
  if (plan.mode !== 'mine') return variants
  const [ofLab, own] = [true, false].map((isOfLab) => variants.filter((variant) => isLabProgram(plan, variant) === isOfLab))
  const compared = ofLab.filter(compares(plan.lab.manifest.claims))
  return [...compared.length ? compared : ofLab, ...own]
}

/**
 * Requests in which calls are counted, and the time in ms after which no further series begins. Of the lab's own programs few are enough,
 * because counts have no noise: five copies of 300 MB took 4 s, and four more of a page of 230 ms took 1 s.
 */
const COUNTING = { ofLab: { least: 1, requests: 5, mostMs: 100 }, ofAttempt: { least: 5, mostMs: 1500 } }

/** Growth of the requests from series to series. */
const GROWTH = 4

/** Number of requests in which a rare call is counted at least, so that "once in ten requests" can be told. */
const RARE_CALL_REQUESTS = 100

/**
 * Counts calls. The lab's own programs are counted in servers that have already been measured, because starting new servers would take half
 * a second, and beside each other. An attendee's file is counted alone, in a process of its own, over as many requests as were measured.
 *
 * @param {Trial} trial
 * @param {Processes} processes
 * @param {(variant: string) => Pair} [startFresh] without it, the given process is a fresh one
 * @returns {Promise<Counter[]>}
 */
export async function countServerCalls ({ plan, subject: given }, processes, startFresh) {
  const subject = /** @type {ServerSubject} */ (given)
  /** @type {Map<string, Pair>} */
  const fresh = new Map()
  // starts while the calls of the lab's own programs are counted
  for (const side of new Set(Object.values(plan.counters).flatMap((counter) => Object.keys(counter)))) {
    if (startFresh && side in plan.programs && !isLabProgram(plan, side)) fresh.set(side, startFresh(side))
  }
  try {
    return await countCalls(plan, async (side, path, expected) => {
      const requests = startFresh ? Number(processes.get(side)?.operations) : subject.countRequestsOfPair(side)
      if (isLabProgram(plan, side)) return countInSeries(subject, processes, side, path, { ...COUNTING.ofLab, expected })
      const own = fresh.get(side)
      await own?.ready
      // the first request makes what is kept
      await sendUnderLoad(subject, own?.processes ?? processes, side, 1)
      return countInSeries(subject, own?.processes ?? processes, side, path, { ...COUNTING.ofAttempt, requests, expected })
    }, (side) => isLabProgram(plan, side))
  } finally {
    for (const processSet of fresh.values()) await processSet.stop()
  }
}

/**
 * Counts calls in series of requests that grow, until the count differs from the expected one.
 *
 * @param {ServerSubject} subject
 * @param {Processes} processes
 * @param {string} side
 * @param {string} path of the function, or a module's URL
 * @param {{ least: number, requests: number, mostMs: number, expected: number }} how
 * @returns {Promise<number>} calls per request
 */
async function countInSeries (subject, processes, side, path, { least, requests, mostMs, expected }) {
  const load = subject.putUnderLoad(processes, side, { asksOthers: false })
  const start = performance.now()
  let [sent, calls] = [0, 0]
  try {
    for (let series = least; sent < requests; series *= GROWTH) {
      const count = Math.min(series, requests - sent)
      await load.measured.ask('startCount', { path })
      await load.send(count, { paced: false })
      calls += (await load.measured.ask('stopCount')).calls
      sent += count
      const isRare = calls > 0 && calls < sent && sent < RARE_CALL_REQUESTS
      if ((calls / sent !== expected && !isRare) || performance.now() - start > mostMs) break
    }
    return roundToDecimals(calls / sent, 5)
  } finally {
    load.close()
  }
}
