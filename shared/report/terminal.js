import Table from 'cli-table3'
import colors from 'picocolors'
import { splitSide } from '../lab/define.js'
import { megabytes, metricNamed, rate, secondsTold, times } from './words.js'

/** @typedef {import('../measure/run.js').Result} Result @typedef {import('../measure/run.js').JudgedClaim} JudgedClaim */

/** The report is made for a terminal of 80 columns; the bars take what the other columns leave. */
export const WIDTH = 80

/** Shorter bars show no difference any more. */
const SHORTEST_BAR = 8

/** Eighths of a block, so that a bar shows a difference of half a percent of the scale. */
const EIGHTHS = ['', '▏', '▎', '▍', '▌', '▋', '▊', '▉']

/** Between two columns. */
const GAP = '  '

const MARKS = { holds: '✔', broken: '✘', undecided: '?', 'cannot run': '✘' }

/** What is shown and gates nothing. */
const SHOWN = { mark: '·', words: { faster: 'faster here', same: 'the same here', slower: 'slower here', undecided: 'not to be told here' } }

/**
 * @param {Result} result
 * @param {import('../lab/define.js').Manifest} manifest
 * @param {{ color: boolean, verbose?: boolean, next?: string[] }} options
 * @returns {string} what a person reads of a lab, without a line end
 */
export function terminalReport (result, manifest, { color, verbose = false, next = [] }) {
  const paint = colors.createColors(color)
  const sections = [heading(result, manifest, paint)]
  if (result.failure) sections.push(failureReport(result.lab, result.failure, paint))
  else {
    sections.push(checks(result, manifest, paint))
    if (result.claims.length) sections.push(scales(result, manifest, paint), result.claims.map((claim) => claimLines(claim, paint)).join('\n'))
  }
  sections.push(verdict(result, paint))
  if (verbose) sections.push(details(result, paint))
  if (next.length) sections.push(next.map((line, index) => `${paint.dim(index ? '      ' : 'next  ')}${line}`).join('\n'))
  return sections.filter(Boolean).join('\n\n')
}

/** @param {Result} result @param {import('../lab/define.js').Manifest} manifest @param {any} paint */
function heading ({ lab, mode, node }, manifest, paint) {
  const how = { measured: '', control: ' · control: slow against itself', swap: ' · swapped: slow and fast exchanged', with: ' · with your file as fast' }[mode]
  return `${paint.bold(lab)}${paint.dim(how)}  ${paint.dim(`Node ${node}`)}\n${wrapped(manifest.question)}`
}

/** @param {Result} result @param {import('../lab/define.js').Manifest} manifest @param {any} paint */
function checks ({ oracle, counters }, manifest, paint) {
  const lines = []
  if (oracle?.verdict === 'same') lines.push(`${paint.green('✔')} same answers  ${paint.dim(`${oracle.checked} compared before, all checked while measured`)}`)
  if (oracle?.verdict === 'different') lines.push(`${paint.red('✘')} ${paint.bold('wrong answer')}\n${wrapped(String(oracle.difference), '  ')}`)
  const operation = manifest.kind === 'function' ? 'call' : 'request'
  for (const name of new Set(counters.map((counter) => counter.name))) {
    const counted = counters.filter((counter) => counter.name === name)
    const mark = counted.every(({ holds }) => holds) ? paint.green('✔') : paint.red('✘')
    const told = counted.map(({ variant, actual, expected, holds }) => `${variant} ${actual}${holds ? '' : paint.red(` (not ${expected})`)}`).join(' · ')
    lines.push(`${mark} ${name}  ${paint.dim(`in one ${operation}:`)} ${told}`)
  }
  return lines.join('\n')
}

/** One scale for each metric that is claimed something of. @param {Result} result @param {import('../lab/define.js').Manifest} manifest @param {any} paint */
function scales (result, manifest, paint) {
  const metrics = [...new Set(result.claims.map(({ metric }) => metric))]
  return metrics.map((metric, index) => {
    const sides = result.claims.filter((claim) => claim.metric === metric).flatMap(({ base, against }) => [base, against])
    return bars(result, manifest, metric, [...new Set(index === 0 ? [...sides, 'limit'] : sides)], paint)
  }).join('\n\n')
}

/** @param {Result} result @param {import('../lab/define.js').Manifest} manifest @param {string} claimed metric @param {string[]} sides @param {any} paint */
function bars ({ variants }, manifest, claimed, sides, paint) {
  const metric = metricNamed(claimed)
  const order = [...Object.keys(manifest.ladder), 'limit']
  const rows = sides.filter((side) => variants[side])
    .map((side) => ({ ...splitSide(side), figures: variants[side], cost: Math.max(0, variants[side].latencyMs?.[metric.figure] ?? variants[side][metric.figure]) }))
    .sort((a, b) => order.indexOf(a.variant) - order.indexOf(b.variant))
    .map(({ variant, workload, figures, cost }) => ({
      variant,
      cost,
      name: workload ? `${variant} ${workload}` : variant,
      label: (variant === 'limit' ? manifest.limit : manifest.ladder[variant]) ?? '',
      told: metric.format(cost),
      beside: figures.heapBytesAfter ? `${megabytes(figures.heapBytesBefore)} → ${megabytes(figures.heapBytesAfter)}` : rate(figures.opsPerSecond),
    }))
  const most = Math.max(...rows.map(({ cost }) => cost))
  const taken = (/** @type {'name' | 'label' | 'told' | 'beside'} */ column) => Math.max(...rows.map((row) => row[column].length)) + GAP.length
  const width = Math.max(SHORTEST_BAR, WIDTH - taken('name') - taken('label') - taken('told') - taken('beside'))
  const table = plainTable()
  for (const { variant, name, label, cost, told, beside } of rows) {
    const painter = variant === 'slow' ? paint.yellow : variant === 'fast' ? paint.green : paint.cyan
    table.push([paint.bold(name), paint.dim(label), painter(bar(cost / most, width)), { content: told, hAlign: 'right' }, paint.dim(beside)])
  }
  return `${paint.dim(metric.name)}\n${trimmed(table)}`
}

/** @param {number} share of the scale, 0..1 @param {number} width of the scale */
function bar (share, width) {
  const eighths = Math.max(1, Math.round(share * width * 8))
  return '█'.repeat(Math.floor(eighths / 8)) + EIGHTHS[eighths % 8]
}

/** @param {JudgedClaim} claim @param {any} paint */
function claimLines (claim, paint) {
  const painter = claim.gates ? { holds: paint.green, broken: paint.red, undecided: paint.yellow }[claim.verdict] : paint.cyan
  const [low, high] = claim.interval
  const heard = claim.gates ? `${MARKS[claim.verdict]} ${claim.verdict}` : `${SHOWN.mark} ${SHOWN.words[claim.verdict]}`
  const asked = claim.floor === null ? 'the same within 10 %' : claim.floor === 1 ? 'more than 1×' : `at least ${times(claim.floor)}`
  const lines = [
    `${painter(heard)}  ${paint.bold(times(claim.ratio))} ${paint.dim(`[${times(low)} … ${times(high)}]`)}  ${claim.id}`,
    wrapped(claim.says, '  '),
    paint.dim(wrapped(claim.gates ? `${claim.base} over ${claim.against}: asked for ${asked}, ${claim.pairs} pairs` : `${claim.base} over ${claim.against}, ${claim.pairs} pairs; it depends on ${claim.shown}`, '  ')),
  ]
  if (claim.published) {
    const { ratio, figures, node } = claim.published
    const since = claim.until ? `; true no more since Node ${claim.until}` : ''
    lines.push(paint.dim(wrapped(`published: ${times(ratio)} (${figures}${node ? `, Node ${node}` : ''})${since}`, '  ')))
  }
  return lines.join('\n')
}

/** @param {string} lab @param {{ variant: string, what: string, stderr: string }} failure @param {any} paint @returns {string} the variant's last words */
export function failureReport (lab, { variant, what, stderr }, paint) {
  const said = stderr.trim() ? `\n${stderr.trim().split('\n').slice(-12).map((line) => paint.dim(`  ${line}`)).join('\n')}` : ''
  return `${paint.red('✘')} ${paint.bold(`${lab}: ${variant}`)} ${what}${said}`
}

/** @param {Result} result @param {any} paint */
function verdict ({ mode, verdict: word, seconds, claims, limit, failure: failed, oracle, counters, seed }, paint) {
  const painter = { holds: paint.green, broken: paint.red, undecided: paint.yellow, 'cannot run': paint.red }[word]
  const reason = failed ? 'nothing was measured' : oracle?.verdict === 'different' ? 'a wrong answer is not fast' : counters.some(({ holds }) => !holds) ? 'a counter differs: not the mechanism that the lab is about' : ''
  const line = `${painter(paint.bold(word.toUpperCase()))} in ${secondsTold(seconds)}${reason ? ` — ${reason}` : ''}`
  if (mode === 'control' && claims.length) {
    const [low, high] = claims[0].interval
    const noise = Math.max(high - 1, 1 / low - 1) * 100
    return `${line}\nNoise floor: ${noise.toFixed(1)} % after ${claims[0].pairs} pairs. A smaller difference cannot be told from none here.${word === 'undecided' ? '\nUndecided is what a control should be.' : ''}`
  }
  if (word === 'undecided') return `${line} — too much noise: try again, or with more time: --seconds 120`
  return limit ? `${line} · fast reaches ${(limit.fraction * 100).toFixed(0)} % of the limit ${paint.dim(`· seed ${seed}`)}` : `${line} ${paint.dim(`· seed ${seed}`)}`
}

/** @param {Result} result @param {any} paint */
function details ({ machine, variants, seed, firstBlockSeconds }, paint) {
  const table = plainTable()
  for (const [side, { latencyMs, opsPerSecond }] of Object.entries(variants)) {
    table.push([side, rate(opsPerSecond), latencyMs ? `p50 ${latencyMs.p50} ms` : '', latencyMs ? `p99 ${latencyMs.p99} ms` : ''])
  }
  return paint.dim(`${table.length ? trimmed(table) + '\n' : ''}${machine.cpu}, ${machine.cores} cores, ${machine.os} · seed ${seed} · first block after ${firstBlockSeconds ?? '–'} s`)
}

/** @returns {Table.Table} columns and nothing else */
export function plainTable () {
  const none = Object.fromEntries(['top', 'top-mid', 'top-left', 'top-right', 'bottom', 'bottom-mid', 'bottom-left', 'bottom-right', 'left', 'left-mid', 'mid', 'mid-mid', 'right', 'right-mid'].map((place) => [place, '']))
  return new Table({ chars: { ...none, middle: GAP }, style: { 'padding-left': 0, 'padding-right': 0, head: [], border: [] } })
}

/** @param {Table.Table} table @returns {string} without the blanks that fill its last column */
export function trimmed (table) {
  return table.toString().split('\n').map((line) => line.trimEnd()).join('\n')
}

/** @param {string} text not yet painted @param {string} [indent] @returns {string} in lines of at most WIDTH */
export function wrapped (text, indent = '') {
  const lines = ['']
  for (const word of text.split(' ')) {
    const last = lines[lines.length - 1]
    if (last && indent.length + last.length + 1 + word.length > WIDTH) lines.push(word)
    else lines[lines.length - 1] = last ? `${last} ${word}` : word
  }
  return lines.map((line) => indent + line).join('\n')
}
