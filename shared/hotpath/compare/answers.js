import { findFirstDifference, formatSerializedValue, formatWholeValue } from '@hotpath-labs/engine/answers.js'
import { sendRequest, awaitServerAnswer } from '@hotpath-labs/engine/load/http.js'
import { VariantFailure } from '@hotpath-labs/engine/failures.js'
import { createRandom } from '@hotpath-labs/engine/stats/random.js'
import { tearDownAndEndProcess, loadBenchmark, startProcess } from './process.js'

/**
 * @import { Request } from '@hotpath-labs/engine/load/http.js'
 * @import { MeasuredProcess } from '@hotpath-labs/engine/process/measured-process.js'
 * @import { Benchmark } from './benchmarks.js'
 * @import { Sides } from '../sides/sides.js'
 */

/**
 * @typedef {object} Answers
 * @property {number} checked
 * @property {string | null} difference between the sides, as a sentence
 * @property {string | null} cannot why the answers cannot be compared, and what to do
 * @property {{ start: string, bytes: number | null } | null} answer the first one, for the reader
 * @property {string} [remark] what a reader should look at, although the answers are the same
 * @property {string} [body] the right body of a server's response
 * @property {boolean} [varies] true where only a part of the body is compared
 * @property {number} [passMs] time of a call with each input, of a function that was not warm
 */

/** Maximum length of an answer that an error message quotes, in characters. */
const SHOWN_CHARACTERS = 100

/** Maximum length of the answer that the result quotes, in characters. */
const START_CHARACTERS = 80

/**
 * Gives base and head the same inputs and compares their answers, in separate processes that are not timed.
 *
 * @param {Benchmark} benchmark
 * @param {Sides} sides
 * @param {{ flags: string[], seed: number, hangsAfterMs?: number }} how `hangsAfterMs`: limit of time of a call
 * @returns {Promise<Answers>}
 * @throws {VariantFailure} where a side does not start, throws or answers with another status than 2xx
 */
export async function compareAnswers (benchmark, sides, { seed, ...more }) {
  const how = { random: createRandom(seed), ...more }
  const base = startProcess(sides.base, 'base', how)
  const head = startProcess(sides.head, 'head', how)
  const startLater = async () => {
    const later = startProcess(sides.base, 'base', how)
    started.push(later)
    await loadBenchmark(later, benchmark, { file: benchmark.files.base, seed })
    return later
  }
  const started = [base, head]
  try {
    // Load the base first: if both programs fail, the error message names the base.
    await loadBenchmark(base, benchmark, { file: benchmark.files.base, seed })
    await loadBenchmark(head, benchmark, { file: benchmark.files.head, seed })
    return await (benchmark.request ? compareServers : compareFunctions)(benchmark, sides, { base, head, startLater })
  } finally {
    await Promise.all(started.map((measured) => tearDownAndEndProcess(measured)))
  }
}

/**
 * @typedef {object} Processes
 * @property {MeasuredProcess} base
 * @property {MeasuredProcess} head
 * @property {() => Promise<MeasuredProcess>} startLater starts another base process, whose dates and ids are new
 */

/** @param {Benchmark} benchmark @param {Sides} sides @param {Processes} processes @returns {Promise<Answers>} */
export async function compareFunctions ({ kind, tolerance }, sides, { base, head, startLater }) {
  const [before, after] = [await askForAnswers(base), await askForAnswers(head)]
  const checked = before.answers.length
  // A command has no inputs.
  const nameInput = (/** @type {number} */ index) => kind === 'command' ? '' : `input ${index + 1}`
  const advice = kind === 'command' ? ADVICE.command : ADVICE.fn
  const answers = { checked, answer: null, difference: null, cannot: null, passMs: Math.max(before.passMs, after.passMs) }
  if (checked !== after.answers.length) return { ...answers, cannot: `${sides.base.label} has ${checked} inputs, and ${sides.head.label} ${after.answers.length}. ${SAME_INPUTS}` }
  const other = before.inputs.findIndex((/** @type {string} */ input, /** @type {number} */ index) => input !== after.inputs[index])
  if (other >= 0) return { ...answers, cannot: `${await explainDifferentInput(sides, { base, head }, other)} ${SAME_INPUTS}` }
  const thrown = before.answers.findIndex((/** @type {{ threw?: string }} */ { threw }) => threw)
  if (thrown >= 0) throw new VariantFailure('THREW', 'base', `throws ${before.answers[thrown].threw} (input ${thrown + 1})`)
  for (const [side, measured, { unstable, changed }] of /** @type {[string, MeasuredProcess, any][]} */ ([['base', base, before], ['head', head, after]])) {
    const { label } = sides[/** @type {'base' | 'head'} */ (side)]
    if (unstable !== null) return { ...answers, cannot: `${await explainUnstable(label, measured, { index: unstable, asked: nameInput(unstable) })} ${advice}` }
    if (changed !== null) return { ...answers, cannot: `${label}: run changes input ${changed + 1}, so the next call gets a changed input. Copy the input inside run` }
  }
  for (const [index, { hash }] of before.answers.entries()) {
    if (hash === after.answers[index].hash) continue
    const [one, other] = [await base.ask('answer', { index }), await head.ask('answer', { index })]
    const different = findFirstDifference(one, other, tolerance)
    if (!different) continue
    const later = await startLater()
    await askForAnswers(later)
    const own = findFirstDifference(one, await later.ask('answer', { index }), tolerance)
    if (own) return { ...answers, cannot: `${formatUnstable(sides.base.label, nameInput(index), own)} ${advice}` }
    return { ...answers, difference: [nameInput(index), formatDifference(sides, different, other.threw)].filter(Boolean).join(': ') }
  }
  const { value } = await base.ask('answer', { index: 0 })
  return { ...answers, answer: { start: formatSerializedValue(value).slice(0, START_CHARACTERS), bytes: null } }
}

/** Asks until a slow function has given all answers. @param {MeasuredProcess} measured @returns {Promise<any>} */
async function askForAnswers (measured) {
  for (;;) {
    const answers = await measured.ask('answers')
    if (!answers.left) return answers
  }
}

/** Advice for inputs that differ. */
const SAME_INPUTS = 'Give both sides the same list, or draw it with the argument of inputs: inputs: (random) => …'

/** @param {Sides} sides @param {Pick<Processes, 'base' | 'head'>} processes @param {number} index @returns {Promise<string>} */
async function explainDifferentInput ({ base: { label: base }, head: { label: head } }, processes, index) {
  const failed = () => undefined
  const [one, other] = [await processes.base.ask('sayInput', { index }).catch(failed), await processes.head.ask('sayInput', { index }).catch(failed)]
  const { path, left, right } = findFirstDifference(one, other) ?? { path: '', left: one, right: other }
  const [before, after] = shortenBoth(left, right)
  const advice = path ? ' If an input is an object of a class, give what makes it, and make the object in run.' : ''
  return `the two sides have different inputs: input ${index + 1} is ${before} for ${base}, and ${after} for ${head}${formatPath(path)}.${advice}`
}

/** @param {string} label @param {MeasuredProcess} measured @param {{ index: number, asked: string }} input @returns {Promise<string>} */
async function explainUnstable (label, measured, { index, asked }) {
  const [first, second] = [await measured.ask('answer', { index }), await measured.ask('answer', { index, second: true })]
  const own = findFirstDifference(first, second) ?? { path: '', left: first, right: second }
  return formatUnstable(label, asked, own)
}

/** Advice for answers that change from call to call, by kind of benchmark. */
const ADVICE = {
  fn: 'A date or a random number may be the cause. Keep it constant, or compare only the rest, in the perf file: answer: (value) => …',
  command: 'A date, a duration or a random number may be the cause. Compare only the rest: answer: ({ code, stdout }) => …',
  server: 'A date, an id or a random number may be the cause. Compare only the rest: answer: (body) => JSON.parse(body).items',
  port: 'The answer has the port of the server, which is another one each time. Compare the rest: answer: (body) => body.replaceAll(/:\\d+/g, \'\')',
}

/** @param {string} label @param {string} asked @param {{ path: string, left: any, right: any }} difference @returns {string} */
function formatUnstable (label, asked, { path, left, right }) {
  const [first, later] = shortenBoth(left, right)
  return `${label} answers ${asked && `${asked} `}with ${first} first and with ${later} later${formatPath(path)}.`
}

/** @param {Sides} sides @param {{ path: string, left: any, right: any }} difference @param {string} [threw] by the head */
function formatDifference ({ base, head }, { path, left, right }, threw) {
  if (threw) return `${head.label} throws ${threw}; ${base.label} throws nothing`
  const [one, other] = shortenBoth(left, right)
  return `${base.label} answers ${one}, ${head.label} answers ${other}${formatPath(path)}`
}

/** Pattern for fields such as `.items`, which only encoded answers have. Error messages leave these fields out. */
const ENCODED = /\.(?:digits|items|text)$/

/** @param {string} path of the first difference @returns {string} */
function formatPath (path) {
  const known = path.replace(ENCODED, '').replace(/^\./, '')
  return known ? ` (at ${cut(known)})` : ''
}

/** Characters before the first difference that a cut answer keeps. */
const BEFORE_DIFFERENCE = 30

/**
 * Cuts two long answers around their first difference, because two answers that are cut before it look alike.
 *
 * @param {unknown} left encoded
 * @param {unknown} right encoded
 * @returns {[string, string]}
 */
function shortenBoth (left, right) {
  const [one, other] = [left, right].map(formatWholeValue)
  let first = 0
  while (first < one.length && one[first] === other[first]) first++
  const isShort = Math.max(one.length, other.length) <= SHOWN_CHARACTERS
  const start = isShort || first <= BEFORE_DIFFERENCE ? 0 : first - BEFORE_DIFFERENCE
  const show = (/** @type {string} */ text) => `${start ? '…' : ''}${cut(text.slice(start))}`
  return [show(one), show(other)]
}

/** @param {string} text @returns {string} */
function cut (text) {
  return text.length > SHOWN_CHARACTERS ? `${text.slice(0, SHOWN_CHARACTERS)}…` : text
}

/** @param {Benchmark} benchmark @param {Sides} sides @param {Processes} processes @returns {Promise<Answers>} */
async function compareServers (benchmark, sides, { base, head, startLater }) {
  const { request, picks } = benchmark
  const where = `${request?.method} ${request?.path}`
  const [first, again, other] = [await send(benchmark, base), await send(benchmark, base), await send(benchmark, head)]
  const quoted = { answer: quote(first), remark: findErrors(first) }
  const answers = { checked: 3, ...quoted, difference: null, cannot: null, body: first, varies: picks }
  const pick = async (/** @type {string} */ body) => picks ? base.ask('pick', { body }) : body
  const [expected, later, given] = [await pick(first), await pick(again), picks ? await head.ask('pick', { body: other }) : other]
  const different = findFirstDifference(expected, given)
  const own = findFirstDifference(expected, later) ??
    (different && findFirstDifference(expected, await pick(await send(benchmark, await startLater()))))
  const advice = first.includes(`:${base.port}`) ? ADVICE.port : ADVICE.server
  if (own) return { ...answers, cannot: `${formatUnstable(sides.base.label, where, own)} ${advice}` }
  return different ? { ...answers, difference: `${where}: ${formatDifference(sides, different)}` } : answers
}

/** @param {string} text */
const quote = (text) => ({ start: text.slice(0, START_CHARACTERS), bytes: Buffer.byteLength(text) })

/** Remarks on JSON with errors, which GraphQL sends with status 200. @param {string} body @returns {string | undefined} */
function findErrors (body) {
  try {
    if (!JSON.parse(body)?.errors?.length) return
  } catch {
    return
  }
  return `both sides answer with errors, so this may not be the program that you mean: ${cut(body)}`
}

/** @param {Benchmark} benchmark @param {MeasuredProcess} measured @returns {Promise<string>} the body */
async function send ({ request }, measured) {
  const { status, body } = await awaitServerAnswer(measured, sendRequest(measured, /** @type {Request} */ (request))).catch((error) => {
    if (!/connect ECONNREFUSED/.test(error.what)) throw error
    throw new VariantFailure('NOT_LISTENING', measured.variant, `returned port ${measured.port} from listen(), but nothing listens there. Return the server: listen: () => app.listen(0)`)
  })
  if (status >= 200 && status <= 299) return body
  throw new VariantFailure('WRONG_STATUS', measured.variant, `answers ${request?.method} ${request?.path} with status ${status}${body && `: ${body.slice(0, SHOWN_CHARACTERS)}`}${status === 429 ? '. Switch off the rate limiter' : ''}`)
}
