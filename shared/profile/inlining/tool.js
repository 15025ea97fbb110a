import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { ROOT } from '@hotpath-labs/lab/project/project.js'
import { DEFAULT_TEXT_WIDTH, wrapWithHangingIndent } from '@hotpath-labs/terminal/lines.js'
import { COMPILER_TIER_NAMES } from '../opt/status.js'
import { createLabCodeFilter, formatSourcePlace } from '../v8/place.js'
import { countEqualValues, writeFunctionReports } from '../v8/reports.js'
import { createNodeVersionCheck } from '../tool.js'
import { V8_LOG_FLAGS, OLDEST_NODE_WITH_V8_LOG, parseV8Log, recordV8Logs } from '../v8/logs.js'

/**
 * @import { Lab } from '@hotpath-labs/lab/load.js'
 * @import { Compiled, Fn } from '../v8/logs.js'
 * @import { Tool } from '../tool.js'
 */

/**
 * Texts for V8's numbered reasons not to inline a function. Before Node 26, V8's trace contains only the numbers.
 * @type {Record<string, string>}
 */
const NUMBERED_REASONS = { 5: 'exceeds bytecode limit' }

/** Pattern of a trace line that says why V8 did not inline a function. Lines garbled by two compiler threads do not match. */
const REFUSAL = /(cannot inline|Cannot consider|Not inlining) (?:0x)?[0-9a-fA-F]+ \{(0x[0-9a-f]+) <SharedFunctionInfo[^>{]*>\}(?: for inlining \((?:reason: )?([^()]*)\)$|: (.*)$| into .* because (.*)$)/

/**
 * Parses V8's inlining trace. Lists the functions that V8's compilers did not inline, with their reasons.
 *
 * @param {string} trace of --trace-turbo-inlining and --trace-maglev-inlining
 * @returns {Map<string, Map<string, number>>} counts of each reason, by the function's address in V8's log
 */
export function parseInliningRefusals (trace) {
  /** @type {Map<string, Map<string, number>>} */
  const refusals = new Map()
  for (const line of trace.split(/\r?\n/)) {
    const [, words, pointer, ...reasons] = line.match(REFUSAL) ?? []
    if (!pointer) continue
    // subtracts 1, because pointers in V8's trace carry a tag and are one higher than the same addresses in V8's log
    const address = `0x${(BigInt(pointer) - 1n).toString(16)}`
    const counts = refusals.get(address) ?? new Map()
    // `cannot inline` with a small c comes from Maglev: V8's other compiler, TurboFan, writes other words
    const reason = `${words === 'cannot inline' ? 'Maglev' : 'TurboFan'}: ${normalizeReason(reasons.find(Boolean) ?? '')}`
    refusals.set(address, counts.set(reason, (counts.get(reason) ?? 0) + 1))
  }
  return refusals
}

/** @param {string} reason of any V8 @returns {string} in the newest V8's words, without the figures of a single call */
function normalizeReason (reason) {
  return (NUMBERED_REASONS[reason] ?? reason).replace(/call frequency \([^)]*\)/, 'call frequency').replace(/\.$/, '')
}

/**
 * Lists which functions V8 inlined into which callers, and why V8 did not inline others.
 *
 * @param {Lab} lab
 * @param {{ functions: Fn[], shared: Map<string, Fn> }} log
 * @param {Map<string, Map<string, number>>} refusals
 * @returns {{ own: string[], all: string[] }} lines about the lab's own functions, and about all
 */
export function formatInliningReport (lab, { functions, shared }, refusals) {
  const isOwn = createLabCodeFilter(lab)
  const format = (/** @type {Fn} */ fn) => `${fn.name} ${formatSourcePlace(lab, fn.place)}`
  const hosts = functions.flatMap((host) => newestOptimised(host).map(({ tier, inlined }) => ({ host, tier, inlined })))
  const refused = [...refusals].flatMap(([address, reasons]) => {
    const fn = shared.get(address)
    return fn ? [{ fn, reasons: [...reasons].sort(([, a], [, b]) => b - a) }] : []
  })
  const isMeasuring = (/** @type {Fn} */ { place }) => Boolean(place?.file.startsWith(MEASURING_CODE))
  const formatHost = (/** @type {typeof hosts[0]} */ { host, tier, inlined }, name = format(host)) =>
    `${name}, ${COMPILER_TIER_NAMES[tier]}, inlines ${countRepeated(inlined.map(format))}`
  const formatRefusal = (/** @type {typeof refused[0]} */ { fn, reasons }) =>
    `not inlined: ${format(fn)}. ${reasons.map(([reason, count]) => `${reason} (${count}×)`).join(', ')}`

  const relevant = hosts
    .map(({ host, tier, inlined }) => ({ host, tier, inlined: isOwn(host.place) ? inlined : inlined.filter(({ place }) => isOwn(place)) }))
    .filter(({ inlined }) => inlined.length)
  const ownHosts = relevant.filter(({ host }) => !isMeasuring(host))
  const known = new Set(ownHosts.flatMap(({ host, inlined }) => [host, ...inlined]))
  // V8 compiles a lab's function by itself, or only as a part of the loop that calls it
  const loops = relevant.filter(({ host, inlined }) => isMeasuring(host) && inlined.some((fn) => !known.has(fn))).slice(-1)
  // a function that another one inlines, inlines nothing that the other one does not
  const listed = new Set([...known, ...loops.flatMap(({ inlined }) => inlined)])
  const alone = functions.filter((fn) => isOwn(fn.place) && isOptimised(fn) && !listed.has(fn))
  const own = [
    ...ownHosts.map((host) => formatHost(host)),
    ...loops.map((host) => formatHost(host, 'the measuring loop')),
    ...alone.map((fn) => `${format(fn)}, inlines nothing`),
    ...refused.filter(({ fn }) => isOwn(fn.place)).map(formatRefusal),
  ]
  if (own.length === 0) own.push('V8 inlined none of the lab\'s functions, and nothing into them')
  return {
    own: own.flatMap((line) => wrapWithHangingIndent(line, DEFAULT_TEXT_WIDTH - 2).split('\n')),
    all: [...hosts.map((host) => formatHost(host)), ...refused.map(formatRefusal)],
  }
}

/** Start of the paths of the code that calls a lab's functions, and into which V8 inlines them, too. */
const MEASURING_CODE = join(ROOT, 'shared', 'engine')

/** @param {Fn} fn @returns {boolean} */
function isOptimised ({ codes }) {
  return codes.some(({ tier }) => tier === 'maglev' || tier === 'turbofan')
}

/** @param {Fn} fn @returns {Compiled[]} the last code of each optimising compiler that inlined something */
function newestOptimised ({ codes }) {
  return ['maglev', 'turbofan'].flatMap((tier) => codes.filter((code) => code.tier === tier && code.inlined.length).slice(-1))
}

/** @param {string[]} texts @returns {string} each text once, with its count */
function countRepeated (texts) {
  return [...countEqualValues(texts)].map(([text, count]) => count > 1 ? `${text} (${count}×)` : text).join(', ')
}

/** First major version of Node that turns on Maglev, a compiler of V8. In older versions tracing Maglev only slows the program. */
const MAGLEV_SINCE = 24

/** @type {Tool} */
export const inliningTool = {
  cannot: createNodeVersionCheck('--tool inlining', OLDEST_NODE_WITH_V8_LOG),

  async run (context) {
    const { plan: { lab }, folder, nodeMajor } = context
    const traceFile = (/** @type {string} */ variant) => join(folder, `inlining-${variant}.trace.txt`)
    const traceFlags = ['--trace-turbo-inlining', ...(nodeMajor < MAGLEV_SINCE ? [] : ['--trace-maglev-inlining'])]
    const { logs, failure } = await recordV8Logs(
      context,
      'inlining',
      [...V8_LOG_FLAGS, ...traceFlags],
      (variant) => ({ stdoutFile: traceFile(variant) })
    )
    const reports = Object.entries(logs).map(([variant, log]) => ({
      variant,
      ...formatInliningReport(lab, parseV8Log(readFileSync(log, 'utf8')), parseInliningRefusals(readFileSync(traceFile(variant), 'utf8'))),
    }))
    const { file, lines } = writeFunctionReports(context, 'inlining', reports)
    return { files: [file, ...Object.entries(logs).flatMap(([variant, log]) => [traceFile(variant), log])], lines, failure }
  },
}
