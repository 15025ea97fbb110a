import { findFirstDifference, formatValue } from '../measure/answers/values.js'
import { sendRequest, awaitServerAnswer } from '../measure/load/http.js'
import { VariantFailure } from '../measure/process/failure.js'
import { createRandom } from '../stats/random.js'
import { endProcess, loadBenchmark, startProcess } from './process.js'

/**
 * @import { MeasuredProcess } from '../measure/process/measured-process.js'
 * @import { Benchmark } from './benchmarks.js'
 * @import { Sides } from './sides/index.js'
 */

/**
 * @typedef {object} Answers
 * @property {number} checked
 * @property {string | null} difference between the sides, as a sentence
 * @property {string | null} cannot why the answers cannot be compared, and what to do
 * @property {string} [body] the right body of a server's response
 * @property {boolean} [varies] true where only a part of the body is compared
 */

/** Characters of a value in a message. */
const SHOWN_CHARACTERS = 100

/**
 * Compares the answers of both sides, in processes that are not measured.
 *
 * @param {Benchmark} benchmark
 * @param {Sides} sides
 * @param {{ flags: string[], seed: number }} how
 * @returns {Promise<Answers>}
 * @throws {VariantFailure} where a side does not start, throws or answers with another status than 2xx
 */
export async function compareAnswers (benchmark, sides, { seed, flags }) {
  const random = createRandom(seed)
  const base = startProcess(sides.base, 'base', { random, flags })
  const head = startProcess(sides.head, 'head', { random, flags })
  try {
    // the base first: where both fail, the base is named
    await loadBenchmark(base, benchmark, { file: benchmark.files.base, seed })
    await loadBenchmark(head, benchmark, { file: benchmark.files.head, seed })
    return await (benchmark.kind === 'fn' ? compareFunctions : compareServers)(benchmark, sides, { base, head })
  } finally {
    await Promise.all([base, head].map((measured) => endProcess(measured)))
  }
}

/** @typedef {{ base: MeasuredProcess, head: MeasuredProcess }} Processes */

/** @param {Benchmark} benchmark @param {Sides} sides @param {Processes} processes @returns {Promise<Answers>} */
async function compareFunctions ({ tolerance }, sides, { base, head }) {
  const [before, after] = [await base.ask('answers'), await head.ask('answers')]
  const checked = before.answers.length
  const answers = { checked, difference: null, cannot: null }
  if (before.inputs !== after.inputs || checked !== after.answers.length) {
    return { ...answers, cannot: 'the two sides have different inputs. Give both the same list, or draw it with the random that `inputs` gets' }
  }
  const thrown = before.answers.findIndex((/** @type {any} */ { threw }) => threw)
  if (thrown >= 0) throw new VariantFailure('base', `throws ${before.answers[thrown].threw} (input ${thrown + 1})`)
  for (const [side, measured, { unstable, changed }] of /** @type {[string, MeasuredProcess, any][]} */ ([['base', base, before], ['head', head, after]])) {
    const { label } = sides[/** @type {'base' | 'head'} */ (side)]
    if (unstable !== null) return { ...answers, cannot: await explainUnstable(label, measured, unstable) }
    if (changed !== null) return { ...answers, cannot: `${label}: run changes input ${changed + 1}, so the next call gets another one. Copy the input inside run` }
  }
  for (const [index, { hash }] of before.answers.entries()) {
    if (hash === after.answers[index].hash) continue
    const [one, other] = [await base.ask('answer', { index }), await head.ask('answer', { index })]
    const different = findFirstDifference(one, other, tolerance)
    if (different) return { ...answers, difference: `input ${index + 1}: ${formatDifference(sides, different, other.threw)}` }
  }
  return answers
}

/** @param {string} label @param {MeasuredProcess} measured @param {number} index of the input @returns {Promise<string>} */
async function explainUnstable (label, measured, index) {
  const [first, second] = [await measured.ask('answer', { index }), await measured.ask('answer', { index, second: true })]
  const { path, left, right } = findFirstDifference(first, second) ?? { path: '', left: first, right: second }
  const advice = 'A date or a random number may cause that. Fix it, or pick the rest: answer: (value) => …'
  return `${label} answers input ${index + 1} with ${shorten(left)} first and with ${shorten(right)} later${formatPath(path)}. ${advice}`
}

/** @param {Sides} sides @param {{ path: string, left: any, right: any }} difference @param {string} [threw] by the head */
function formatDifference ({ base, head }, { path, left, right }, threw) {
  const given = threw ? `throws ${threw}` : `answers ${shorten(right)}`
  return `${base.label} answers ${threw ? 'without an error' : shorten(left)}, ${head.label} ${given}${threw ? '' : formatPath(path)}`
}

/** Fields of encoded values, which a reader does not know. */
const ENCODED = /\.(?:digits|ms|items|text)$/

/** @param {string} path of the first difference @returns {string} */
function formatPath (path) {
  const known = path.replace(ENCODED, '').replace(/^\./, '')
  return known ? ` (at ${known})` : ''
}

/** @param {any} coded @returns {string} */
function shorten (coded) {
  const text = formatValue(coded)
  return text.length > SHOWN_CHARACTERS ? `${text.slice(0, SHOWN_CHARACTERS)}…` : text
}

/** @param {Benchmark} benchmark @param {Sides} sides @param {Processes} processes @returns {Promise<Answers>} */
async function compareServers (benchmark, sides, { base, head }) {
  const { request, picks } = benchmark
  const where = `${request?.method} ${request?.path}`
  const [first, again, other] = [await send(benchmark, base), await send(benchmark, base), await send(benchmark, head)]
  const answers = { checked: 3, difference: null, cannot: null, body: first, varies: picks }
  const pick = async (/** @type {string} */ body) => picks ? base.ask('pick', { body }) : body
  const [expected, later, given] = [await pick(first), await pick(again), picks ? await head.ask('pick', { body: other }) : other]
  const own = findFirstDifference(expected, later)
  if (own) {
    const advice = 'A date, an id or a random number may cause that. Pick the rest: answer: (body) => JSON.parse(body).items'
    return { ...answers, cannot: `${sides.base.label} answers ${where} with ${shorten(own.left)} first and with ${shorten(own.right)} later. ${advice}` }
  }
  const different = findFirstDifference(expected, given)
  return different ? { ...answers, difference: `${where}: ${formatDifference(sides, different)}` } : answers
}

/** @param {Benchmark} benchmark @param {MeasuredProcess} measured @returns {Promise<string>} the body */
async function send ({ request }, measured) {
  const { status, body } = await awaitServerAnswer(measured, sendRequest(measured.port, /** @type {any} */ (request)))
  if (status >= 200 && status <= 299) return body
  throw new VariantFailure(measured.variant, `answers ${request?.method} ${request?.path} with status ${status}: ${body.slice(0, SHOWN_CHARACTERS)}`)
}
