import { readFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import { formatColumns, wrapText } from '@hotpath-labs/terminal/lines.js'
import { createLabCodeFilter, formatSourcePlace } from '../v8/place.js'
import { countEqualValues, writeFunctionReports } from '../v8/reports.js'
import { COMPILER_TIER_NAMES, createOptimizationStatusReader } from './status.js'
import { V8_LOG_FLAGS, OLDEST_NODE_WITH_V8_LOG, parseV8Log, recordV8Logs } from '../v8/logs.js'
import { createNodeVersionCheck } from '../tool.js'

/**
 * @import { Lab } from '@hotpath-labs/lab/load.js'
 * @import { Deopt, Fn } from '../v8/logs.js'
 * @import { Tool } from '../tool.js'
 */

/**
 * @typedef {object} Statuses the answer of tiers.cjs
 * @property {Record<string, number | undefined>} calibration
 * @property {string} v8 version
 * @property {[script: number, line: number, column: number, status: number][]} functions line and column from 0
 */

/**
 * Formats a report about each function: its compiler tier and its deoptimisations.
 *
 * @param {Lab} lab
 * @param {{ functions: Fn[], deopts: Deopt[] }} log
 * @param {Statuses} [statuses] missing if the variant died
 * @returns {{ own: string[], all: string[] }} lines about the lab's own functions, and about all optimised ones
 */
function reportOptimisations (lab, { functions, deopts }, statuses) {
  const formatTier = createTierFormatter(statuses)
  const isOwn = createLabCodeFilter(lab)
  const deoptsByFn = countEqualValues(deopts.map(({ fn }) => fn))
  const countDeopts = (/** @type {Fn} */ fn) => deoptsByFn.get(fn) ?? 0
  const worstFirst = [...functions].sort((a, b) => countDeopts(b) - countDeopts(a))
  const formatRow = (/** @type {Fn} */ fn) => [fn.name, formatSourcePlace(lab, fn.place), formatTier(fn), formatCodes(fn)]
  const table = (/** @type {Fn[]} */ shown) => formatColumns(shown.map(formatRow)).split('\n').filter(Boolean)
  const ownDeopts = deopts.filter(({ fn, at, inlinedAt }) => [fn.place, at, ...inlinedAt].some(isOwn))
  return {
    own: [
      ...table(worstFirst.filter((fn) => isOwn(fn.place) && !isModule(fn))),
      ...(ownDeopts.length ? formatDeopts(lab, ownDeopts) : ['no deoptimisations of these functions']),
      `deoptimisations in dependencies and Node: ${deopts.length - ownDeopts.length}`,
    ],
    all: [...table(worstFirst.filter((fn) => countDeopts(fn) || isOptimised(fn))), ...formatDeopts(lab, deopts)],
  }
}

/** @param {Statuses} statuses @returns {string} the meaning of V8's status bits */
function explainStatusBits ({ calibration, v8 }) {
  return `Meaning of the status bits in V8 ${v8.replace(/-.*/, '')}, found with a test function in each compiler tier: ${createOptimizationStatusReader(calibration).legend}`
}

/**
 * @param {Statuses | undefined} statuses
 * @returns {(fn: Fn) => string} the tier and V8's number for it; in brackets the last compiled tier, if no closure is alive
 */
function createTierFormatter (statuses) {
  const reader = statuses && createOptimizationStatusReader(statuses.calibration)
  return ({ script, place, codes }) => {
    const isHere = (/** @type {number[]} */ [id, line, column]) => id === script && line + 1 === place.line && column + 1 === place.column
    const found = statuses?.functions.filter(isHere)
    if (!reader || !found?.length) return `(${COMPILER_TIER_NAMES[codes[codes.length - 1].tier]})`
    const status = reader.findBest(found.map(([, , , status]) => status))
    return `${reader.nameTier(status)} ${status}`
  }
}

/** @param {Fn} fn @returns {string} such as `Sparkplug, 2 TurboFan`, in the order of compilation */
function formatCodes ({ codes }) {
  const counts = countEqualValues(codes.map(({ tier }) => tier).filter((tier) => tier !== 'ignition'))
  return [...counts].map(([tier, count]) => `${count > 1 ? `${count} ` : ''}${COMPILER_TIER_NAMES[tier]}`).join(', ')
}

/** @param {Lab} lab @param {Deopt[]} deopts @returns {string[]} each reason and place once, the most frequent first */
function formatDeopts (lab, deopts) {
  const texts = deopts.map(({ fn, tier, kind, reason, at, inlinedAt }) => {
    const where = at ? ` at ${formatSourcePlace(lab, at)}:${at.column}` : ''
    const via = inlinedAt.length ? ` inlined at ${formatSourcePlace(lab, inlinedAt[inlinedAt.length - 1])}` : ''
    return `${reason}${where}${via}\n    ${kind}, of ${fn.name} ${formatSourcePlace(lab, fn.place)}, ${COMPILER_TIER_NAMES[tier]}`
  })
  return [...countEqualValues(texts)].sort(([, a], [, b]) => b - a).flatMap(([text, count]) => `${String(count).padStart(2)}× ${text}`.split('\n'))
}

/** @param {Fn} fn @returns {boolean} whether this is the top level of a file, which runs once */
function isModule (fn) {
  return fn.place.line === 1 && fn.place.column === 1 && !isOptimised(fn)
}

/** @param {Fn} fn */
function isOptimised ({ codes }) {
  return codes.some(({ tier }) => tier === 'maglev' || tier === 'turbofan')
}

const TIERS = fileURLToPath(new URL('tiers.cjs', import.meta.url))

/** @type {Tool} */
export const optTool = {
  cannot: createNodeVersionCheck('--tool opt', OLDEST_NODE_WITH_V8_LOG),

  async run (context) {
    /** @type {Map<string, Statuses>} */
    const statuses = new Map()
    const { logs, failure } = await recordV8Logs(context, 'opt', [...V8_LOG_FLAGS, '--require', TIERS], (variant) => ({
      after: async (measured) => { statuses.set(variant, await measured.ask('tiers')) },
    }))
    const reports = Object.entries(logs)
      .map(([variant, log]) => ({
        variant,
        ...reportOptimisations(context.plan.lab, parseV8Log(readFileSync(log, 'utf8')), statuses.get(variant)),
      }))
    const [first] = statuses.values()
    const { file, lines } = writeFunctionReports(context, 'opt', reports, first ? [wrapText(explainStatusBits(first), '', context.width)] : [])
    return { files: [file, ...Object.values(logs)], lines, failure }
  },
}
