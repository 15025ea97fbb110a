import stringWidth from 'fast-string-width'
import { parseSide } from '@hotpath-labs/engine/figures.js'
import { TABLE_COLUMN_GAP, formatColumns, wrapText, wrapWithHangingIndent, NO_BREAK_SPACE, DEFAULT_TEXT_WIDTH } from '@hotpath-labs/terminal/lines.js'
import { isBoundedInterval, capitalize, formatCountWithNoun, formatSignificantDigits, formatMultiple, VERDICT_SIGNS, makeVerdictPainters } from '@hotpath-labs/terminal/numbers.js'
import colors from 'picocolors'
import { formatNextSteps } from '@hotpath-labs/terminal/terminal.js'
import { tabulateCosts, formatLowerBound } from './tables.js'
import { findOperationName } from '../manifest.js'
import { WITHOUT_INTERVAL, describeNoise, formatHeadline } from './verdict.js'
import { formatNodeVersion, RESULT_MODE_NOTES } from './words.js'
import { findMetric } from '../metrics.js'
import { formatCounters, formatExpectedCount, describeCounter, explainLowCount, groupCountersByName } from './counted.js'
import { formatClaimResultsWorstFirst } from './statement.js'

/**
 * @import { Colors } from 'picocolors/types.js'
 * @import { Cell } from '@hotpath-labs/terminal/lines.js'
 * @import { Published } from '../manifest.js'
 * @import { LabPlan } from '../plans.js'
 * @import { Named } from './counted.js'
 * @import { CostTable, Row } from './tables.js'
 * @import { Result, JudgedClaim } from './result-schema.js'
 */

/** Minimum length of the longest bar, in columns. Shorter bars would not show differences. */
const SHORTEST_BAR = 8

/** Characters that fill 0 to 7 eighths of a column, so that bars of 25 columns show differences of half a percent. */
const EIGHTHS = ['', '▏', '▎', '▍', '▌', '▋', '▊', '▉']

/**
 * Draws the costs of variants as bars, in one chart for each group of variants that claims compare.
 *
 * @param {Result} result
 * @param {LabPlan} plan
 * @param {Colors} paint
 * @param {number} width
 * @param {string} below a text below the first chart, because the lab's lower bound is in this chart
 */
function drawCostBars (result, plan, paint, width, below) {
  return tabulateCosts(result, plan).map((table, index) => drawCostTable(table, paint, width) + (index ? '' : below)).join('\n\n')
}

/** @param {CostTable} costs @param {Colors} paint @param {number} width */
function drawCostTable ({ heading, rows, most }, paint, width) {
  const columnWidth = (/** @type {Exclude<keyof Row, 'cost'>} */ column) =>
    Math.max(...rows.map((row) => stringWidth(row[column]))) + TABLE_COLUMN_GAP.length
  const longest = Math.max(SHORTEST_BAR, width - columnWidth('name') - columnWidth('formattedCost'))
  const table = rows.map(({ variant, name, cost, formattedCost }) => {
    const painter = variant === 'slow' ? paint.yellow : variant === 'fast' ? paint.green : paint.cyan
    return /** @type {Cell[]} */ ([paint.bold(name), painter(drawBar(cost / most, longest)), { content: formattedCost, hAlign: 'right' }])
  })
  return `${paint.dim(wrapText(heading, '', width))}\n${formatColumns(table, width, [0])}`
}

/** @param {number} share of the scale, 0..1 @param {number} width of the scale */
function drawBar (share, width) {
  const eighths = Math.max(1, Math.round(share * width * 8))
  return '█'.repeat(Math.floor(eighths / 8)) + EIGHTHS[eighths % 8]
}

/**
 * Explains how a result was measured and how certain it is (`--explain`).
 *
 * @param {Result} result
 * @param {LabPlan} plan
 * @param {Colors} paint
 * @param {number} width in columns
 * @returns {string}
 */
function explainResult (result, plan, paint, width) {
  const { oracle, counters, claims, machine, node, seed, services, mode } = result
  const operation = findOperationName(plan.lab.manifest.kind)
  const noise = describeNoise(claims)
  const items = [
    `Question: ${plan.lab.manifest.question}`,
    oracle ? `Answers: ${oracle.checked} were compared, before anything was timed and in the first pair. A wrong answer is not fast.` : '',
    counters.length ? `Counts: the number of counted events per ${operation} is the same on every machine. Counts show whether a program is fast for the reason that the lab teaches.` : '',
    claims.length ? 'Pairs: a pair is one fresh process of each program. The two processes run short blocks of equal work in turn on one processor, so noise slows both. The ratio is the mean of all pairs.' : '',
    claims.length ? `Error rates: ${explainErrorRates(mode)}${noise ? ` In this run ${noise}. Noise makes a run longer, not its verdict wrong.` : ''}` : '',
    claims.length ? 'Bars: their lengths follow the measured ratios. The cost of a program drifts from minute to minute, so compare costs only within one run.' : '',
    ...claims.map((claim) => `${claim.id}: ${explainClaim(claim, operation, machine)}`),
    `Where: Node ${node.replace(/^v/, '')}, ${machine.cpu}, ${formatCountWithNoun(machine.cores, 'processor')}${Object.entries(services).map(([name, { engine, version }]) => `, ${name}: ${engine} ${version}`).join('')}. --seed ${seed} repeats the inputs and the order in which the programs ran.`,
  ]
  return [paint.bold('How this was measured'), ...items.filter(Boolean).map((text) => paint.dim(wrapWithHangingIndent(text, width)))].join('\n')
}

/** @param {Result['mode']} mode @returns {string} */
function explainErrorRates (mode) {
  if (mode === 'mine') return 'your file gets a wrong verdict, holds or broken, in at most 1 run of 100 each: you can measure again. The interval is the one that decides, so it is one of 98 %. The lab\'s own claims are judged more strictly, and have intervals of 95 %.'
  return 'a false claim gets the verdict holds in at most 1 run of 1,000, and a true claim gets broken in at most 1 run of 10,000. In at least 93 of 100 runs, the interval contains the true ratio of processes that have run this long.'
}

/** @param {JudgedClaim} claim @param {string} operation @param {{ cpu: string }} machine @returns {string} */
function explainClaim (claim, operation, machine) {
  const { metric, ratio, interval, pairs, age, steady, published, required } = claim
  const [low, high] = interval
  const sides = /** @type {const} */ (['slower', 'faster']).map((side) => `${claim.names[side]} after ${formatSignificantDigits(age[side].cpuSeconds)} s of CPU and ${formatCountWithNoun(age[side].operations, operation)}`)
  const parts = [
    `${findMetric(metric).name}, ${formatMultiple(ratio)}${isBoundedInterval(interval) ? ` [${formatSignificantDigits(low)}, ${formatSignificantDigits(high)}]` : ''} in ${formatCountWithNoun(pairs, 'pair')}${age ? `: ${sides.join(', ')}` : ''}.`,
    required ? '' : `No verdict depends on this claim${claim.dependsOn ? `, because its ratio depends on ${claim.dependsOn}` : ''}.`,
    steady ? `A long run on ${steady.processor === machine.cpu ? 'this make of processor' : steady.processor} gave ${formatMultiple(steady.ratio)} [${steady.interval.map(formatSignificantDigits).join(', ')}] after ${formatSignificantDigits(steady.cpuSeconds)} s of CPU${steady.stale ? ', before a variant was changed' : ''}.` : '',
    published ? explainPublished(published) : '',
  ]
  return parts.filter(Boolean).join(' ')
}

/** @param {Published} published @returns {string} */
function explainPublished ({ ratio, figures, of, metric, source, node, packages, asks }) {
  const where = [`Node ${node}`, packages].filter(Boolean).join(', ')
  return `${source} published ${formatMultiple(ratio)} for ${of}: ${figures}, ${metric} (${where}).${asks === 'the same' ? '' : ` ${asks}`}`
}

/** Explanation of the first line that the command `mine` prints. */
export const ATTEMPT_PROGRESS_HELP = 'The first lines say what share of the solution\'s speed your file reaches, and which step of the exercise.'

/**
 * @typedef {object} Options of a report
 * @property {boolean} color
 * @property {number} [width] in columns
 * @property {boolean} [verbose] print latencies, machine and seed
 * @property {boolean} [explain] print the method and its certainty
 * @property {(seconds: number) => string} [inSession] if keys follow, says how to measure for so many seconds: the report then leaves out
 *   what is no part of the verdict, and ends with the verdict, to fit a small terminal
 * @property {boolean} [endsWithVerdict] the report is too long for the terminal, which shows its end
 * @property {boolean} [isStart] the attendee's file is unchanged, so there is no verdict yet
 * @property {[string, string][]} [next] commands with their purposes
 */

/**
 * Formats a lab's result for a terminal: the verdict in a sentence, bars, the cause of the difference, and commands to type next.
 *
 * @param {Result} result
 * @param {LabPlan} plan
 * @param {Options} options
 * @returns {string} without a line end
 */
export function formatTerminalReport (result, plan, options) {
  const { color, width = DEFAULT_TEXT_WIDTH, verbose = false, explain = false, inSession, endsWithVerdict, isStart, next = [] } = options
  const paint = colors.createColors(color)
  const isJudged = !isStart || result.claims.length === 0
  const sections = [isJudged ? renderVerdict(result, plan, paint, width, inSession) : renderStart(result, paint, width)]
  if (result.claims.length) {
    const bars = drawCostBars(result, plan, paint, width, renderLimit(result, plan, width, isStart))
    const measured = [bars, renderCause(result, plan, paint, width)]
    if (!inSession) measured.push(renderInformational(result, paint, width), renderLeftOut(result, paint, width))
    if (inSession || endsWithVerdict) sections.unshift(...measured)
    else sections.push(...measured)
  }
  if (explain) sections.push(explainResult(result, plan, paint, width))
  if (verbose) sections.push(renderDetails(result, paint, width))
  if (next.length) sections.push(formatNextSteps(next, { color, width }))
  return sections.filter(Boolean).join('\n\n')
}

/**
 * Formats the lab's verdict, followed by the verdicts of its other required claims.
 *
 * @param {Result} result
 * @param {LabPlan} plan
 * @param {Colors} paint
 * @param {number} width
 * @param {Options['inSession']} inSession
 * @returns {string}
 */
function renderVerdict (result, plan, paint, width, inSession) {
  const painters = makeVerdictPainters(paint)
  const { verdict, sentence, details } = formatHeadline(result, plan, inSession)
  const render = (/** @type {Result['verdict']} */ one, /** @type {string} */ says, /** @type {string[]} */ more) =>
    renderMarked(nameVerdict(one, plan), says, more, painters[one], paint, width)
  const lines = [render(verdict, sentence, details)]
  if (result.failure) lines.push(renderLastOutputLines(result.failure, paint))
  const isJudged = !result.failure && result.oracle?.verdict !== 'different' && result.counters.every(({ holds }) => holds) && result.mode !== 'control'
  if (isJudged) {
    for (const { verdict, sentence, bounds, later } of formatClaimResultsWorstFirst(result.claims).slice(1)) {
      // what was asked besides fits a small terminal above the lesson if it is said in short
      if (verdict) lines.push(render(verdict, sentence, inSession && result.verdict === 'holds' ? [] : [bounds, later].filter(Boolean)))
    }
  }
  if (RESULT_MODE_NOTES[result.mode]) lines.push(paint.dim(wrapText(RESULT_MODE_NOTES[result.mode], '', width)))
  return lines.filter(Boolean).join('\n')
}

/** Says how much slow costs, without a verdict. @param {Result} result @param {Colors} paint @param {number} width */
function renderStart ({ claims }, paint, width) {
  const [{ sentence, bounds }] = formatClaimResultsWorstFirst(claims)
  const details = [bounds, ...claims[0].pairs === 1 ? [WITHOUT_INTERVAL] : []].join(' · ')
  return [paint.bold(wrapText(`${capitalize(sentence)}.`, '', width)), paint.dim(wrapText(keepPartsTogether(details, width), '', width))].join('\n')
}

/** @param {Result['verdict']} verdict @param {LabPlan} plan @returns {string} with its sign; a file on its way is not broken */
function nameVerdict (verdict, { programs }) {
  return `${VERDICT_SIGNS[verdict]} ${verdict === 'broken' && 'mine' in programs ? 'NOT YET' : verdict.toUpperCase()}`
}

/**
 * @param {string} verdict with its sign
 * @param {string} sentence
 * @param {string[]} details
 * @param {(text: string) => string} painter
 * @param {Colors} paint
 * @param {number} width
 */
function renderMarked (verdict, sentence, details, painter, paint, width) {
  const label = `${verdict}  `
  const indent = ' '.repeat(label.length)
  const head = wrapText(sentence, indent, width).slice(indent.length)
  return [`${painter(paint.bold(label))}${paint.bold(head)}`, ...details.map((line) => paint.dim(wrapText(keepPartsTogether(line, width), indent, width)))].join('\n')
}

/** @param {string} line @param {number} width @returns {string} with short parts between dots kept on one line */
function keepPartsTogether (line, width) {
  return line.split(' · ').map((part) => part.length < width / 2 ? part.replaceAll(' ', NO_BREAK_SPACE) : part).join(' · ')
}

/**
 * @param {Result} result
 * @param {LabPlan} plan
 * @param {number} width
 * @param {boolean} [isStart]
 * @returns {string} the cost of the lower bound, in a sentence; what it is, to somebody who has just begun
 */
function renderLimit (result, plan, width, isStart) {
  const sentence = isStart && result.limit
    ? 'The lower bound does only what no solution can avoid'
    : result.mode === 'measured' ? formatLowerBound(result, plan) : ''
  return sentence && `\n${wrapText(`${sentence}.`, '', width)}`
}

/**
 * @param {Result} result
 * @param {LabPlan} plan
 * @param {Colors} paint
 * @param {number} width
 * @returns {string} the counts that differ, which are the cause of the ratio
 */
function renderCause ({ verdict, counters }, plan, paint, width) {
  // right counts do not explain why an attendee's file does not pass
  const isUnexplained = verdict !== 'holds' && counters.some(isOfAttempt) && counters.every(({ holds }) => holds)
  const explaining = groupCountersByName(counters)
    .filter((counted) => new Set(counted.map(({ actual }) => actual)).size > 1 || counted.some(({ holds }) => !holds))
  const lines = formatCounters(explaining.flat(), plan)
    .map((line) => wrapWithHangingIndent(`${paint.dim('Why:')} ${line}`, width))
  return [...lines, ...isUnexplained && lines.length && verdict === 'broken' ? [wrapText('Your counts are right, so what costs that much is not counted. Profile your file.', '', width)] : []].join('\n')
}

/** @param {Result['counters'][number]} counter */
const isOfAttempt = ({ variant }) => variant === 'mine'

/**
 * Writes the claims for information, without those that place an attendee's file: `formatAttemptProgress` says what follows from them.
 *
 * @param {Result} result
 * @param {Colors} paint
 * @param {number} width
 */
function renderInformational ({ claims }, paint, width) {
  const statements = formatClaimResultsWorstFirst(claims.filter(({ faster, required }) => !required && parseSide(faster).variant !== 'mine'))
  if (statements.length === 0) return ''
  return [
    paint.dim('Also measured, for information:'),
    ...statements.flatMap(({ sentence, bounds, later }) => [wrapWithHangingIndent(`· ${sentence}`, width), ...[bounds, later].filter(Boolean).map((line) => paint.dim(wrapText(line, '  ', width)))]),
  ].join('\n')
}

/** @param {Result} result @param {Colors} paint @param {number} width @returns {string} the claims about other versions of Node */
function renderLeftOut ({ leftOut = [], node }, paint, width) {
  const lines = leftOut.map(({ says, node }) => wrapWithHangingIndent(`· ${says} (Node ${node})`, width))
  return lines.length ? [paint.dim(`Not on ${formatNodeVersion(node)}:`), ...lines].join('\n') : ''
}

/** Pattern for lines with memory addresses, which follow V8's message about a fatal error. */
const NATIVE_STACK = /^(-+ Native stack trace -+|\s*\d+: 0x[0-9a-f]+ .*|\s*)$/

/** Pattern for what begins V8's line about a garbage collection: V8 cuts such lines, so that the next one follows without a line break. */
const COLLECTION = /\s*\[\d+:(?:0x)?[0-9a-f]+\]\s*(?=\d+ ms: )/gi

/** Pattern for the end of V8's line about a garbage collection, after the sizes. */
const AFTER_SIZES = /^(\d+ ms: .*? MB), .*/

/**
 * @param {{ advice: string, stderr: string }} failure
 * @param {Colors} paint
 * @returns {string} the last lines of a failed variant, or the command that mends it
 */
function renderLastOutputLines ({ advice, stderr }, paint) {
  return (advice || stderr).replace(COLLECTION, '\n').split('\n')
    .filter((line) => !NATIVE_STACK.test(line))
    .slice(-12)
    // the colour begins after the indent, which a narrow terminal repeats
    .map((line) => `  ${paint.dim(line.replace(AFTER_SIZES, '$1'))}`)
    .join('\n')
}

/** @param {Result} result @param {Colors} paint @param {number} width */
function renderDetails ({ machine, variants, seed }, paint, width) {
  const rows = Object.entries(variants).flatMap(([side, { latencyMs }]) => latencyMs ? [[side, `p50 ${latencyMs.p50} ms`, `p99 ${latencyMs.p99} ms`]] : [])
  const place = `${machine.cpu}, ${machine.cores} cores, ${machine.os} · seed ${seed}`
  return paint.dim([formatColumns(rows, width, [0]), wrapText(place, '', width)].filter(Boolean).join('\n'))
}

/**
 * Formats the checks that run before anything is timed: equal answers and counted calls.
 *
 * @param {Pick<Result, 'oracle' | 'counters'>} result
 * @param {Named} plan
 * @param {Colors} paint
 * @param {number} width in columns
 * @param {number} seconds of the comparison
 * @returns {string} lines
 */
export function formatChecks ({ oracle, counters }, plan, paint, width, seconds) {
  const lines = []
  const { answers } = /** @type {{ answers?: string }} */ (plan.lab.manifest.workload ?? {})
  // no two answers of such a lab are the same
  const kind = answers === 'unique' ? 'right' : 'same'
  if (oracle?.verdict === 'same') lines.push(wrapWithHangingIndent(`${paint.green('✔')} ${kind} answers  ${paint.dim(`${oracle.checked} compared in ${seconds.toFixed(2)} s`)}`, width))
  if (oracle?.verdict === 'different') lines.push(`${paint.red('✘')} ${paint.bold('wrong answer')}\n${wrapText(String(oracle.difference), '  ', width)}`)
  for (const counted of groupCountersByName(counters)) {
    const wrong = counted.find(({ holds }) => !holds)
    lines.push(wrapWithHangingIndent(`${wrong ? paint.red('✘') : paint.green('✔')} ${describeCounter(counted, plan)}${wrong ? paint.red(` (the lab asks for ${formatExpectedCount(wrong, plan)})`) : ''}`, width))
    if (wrong && explainLowCount(wrong)) lines.push(wrapText(explainLowCount(wrong), '  ', width))
  }
  return lines.join('\n')
}

/**
 * Formats the failure of a variant or a service, with the last lines of its output.
 *
 * @param {string} lab
 * @param {{ part: string, what: string, advice: string, stderr: string }} failure
 * @param {Colors} paint
 * @returns {string}
 */
export function formatVariantFailure (lab, failure, paint) {
  return [`${paint.red('✘')} ${paint.bold(`${lab}: ${failure.part}`)} ${failure.what}`, renderLastOutputLines(failure, paint)].filter(Boolean).join('\n')
}
