import colors from 'picocolors'
import { operationOf } from '../lab/manifest.js'
import { splitSide } from '../lab/sides.js'
import { noiseIn } from '../measure/modes.js'
import { adviceOf, noiseOf } from './advice.js'
import { labAloud } from './aloud.js'
import { scales } from './bars.js'
import { ANSWERS, SPEEDS, barsExplained, claimExplained, counterExplained, verdictExplained } from './explained.js'
import { UNBROKEN, WIDTH, columns, hanging, wrapped } from './lines.js'
import { nextLines } from './next.js'
import { MODES, askedOf, between, counting, heardOf, publishedTold, rate, secondsTold, times } from './words.js'
import { toldSpeeds } from './speeds.js'
import { whenOld } from './steady.js'

/** @typedef {import('../measure/run.js').Result} Result @typedef {import('../measure/run.js').JudgedClaim} JudgedClaim */

/**
 * @param {Result} result
 * @param {import('../lab/manifest.js').Manifest} manifest
 * @param {{ color: boolean, width?: number, verbose?: boolean, explain?: boolean, next?: [string, string][], typed?: string }} options `width` in columns, `explain`: under each
 *   line what it means, `next` commands with what they do, `typed`: what to type for the lab, if not its name
 * @returns {string} what a person reads of a lab, without a line end
 */
export function terminalReport (result, manifest, { color, width = WIDTH, verbose = false, explain = false, next = [], typed = result.lab }) {
  const paint = colors.createColors(color)
  const meaning = meaningIn(explain, paint, width)
  const said = result.mode === 'measured' && labAloud(result.claims, manifest.ladder)
  const sections = [said ? paint.bold(wrapped(said, '', width)) : '', heading(result, manifest, paint, width)]
  if (result.failure) sections.push(failureReport(result.lab, result.failure, paint))
  else {
    sections.push(checks(result, manifest, paint, width, 'compared before, all checked while measured', meaning))
    if (result.claims.length) {
      sections.push(scales(result, manifest, paint, width) + meaning(...new Set(result.claims.map(({ metric }) => barsExplained(metric)))))
      sections.push(result.claims.map((claim) => claimLines(claim, result, typed, paint, width) + meaning(...claimExplained(claim))).join('\n'))
      // results of before speeds were told have none
      const speeds = (result.speeds ?? []).map((one) => hanging(`${paint.yellow('!')} ${toldSpeeds(one)}; pnpm lab ${typed} profile ${splitSide(one.side).variant} --tool opt shows what V8 does`, width))
      if (speeds.length) sections.push(speeds.join('\n') + meaning(SPEEDS))
    }
  }
  sections.push(wrapped(verdictLine(result, paint), '', width) + meaning(verdictExplained(result)))
  if (verbose) sections.push(details(result, paint, width))
  if (next.length) sections.push(nextLines(next, { color, width }))
  return sections.filter(Boolean).join('\n\n')
}

/**
 * @param {boolean} explain
 * @param {any} paint
 * @param {number} width
 * @returns {(...texts: string[]) => string} writes under a line what it means, or nothing
 */
export function meaningIn (explain, paint, width) {
  return (...texts) => explain ? texts.map((text) => `\n${paint.cyan(wrapped(text, '    ', width))}`).join('') : ''
}

/** @param {Result} result @param {import('../lab/manifest.js').Manifest} manifest @param {any} paint @param {number} width */
function heading ({ lab, mode, node }, manifest, paint, width) {
  const how = MODES[mode] && ` · ${MODES[mode]}`
  return `${hanging(`${paint.bold(lab)}${paint.dim(how)}  ${paint.dim(`Node ${node}`)}`, width)}\n${wrapped(manifest.question, '', width)}`
}

/**
 * @param {Pick<Result, 'oracle' | 'counters'>} result
 * @param {import('../lab/manifest.js').Manifest} manifest
 * @param {any} paint
 * @param {number} width
 * @param {string} beside what was done with the answers, after their number
 * @param {(...texts: string[]) => string} [meaning] of a line, to stand under it
 * @returns {string} what is known before anything is measured, a line each
 */
export function checks ({ oracle, counters }, manifest, paint, width, beside, meaning = () => '') {
  const lines = []
  if (oracle?.verdict === 'same') lines.push(hanging(`${paint.green('✔')} same answers  ${paint.dim(`${oracle.checked} ${beside}`)}`, width) + meaning(ANSWERS))
  if (oracle?.verdict === 'different') lines.push(`${paint.red('✘')} ${paint.bold('wrong answer')}\n${wrapped(String(oracle.difference), '  ', width)}`)
  const operation = operationOf(manifest.kind)
  for (const name of new Set(counters.map((counter) => counter.name))) {
    const counted = counters.filter((counter) => counter.name === name)
    const mark = counted.every(({ holds }) => holds) ? paint.green('✔') : paint.red('✘')
    const told = counted.map(({ variant, actual, expected, holds }) => `${variant} ${actual}${holds ? '' : paint.red(` (not ${expected})`)}`.replaceAll(' ', UNBROKEN)).join(' · ')
    lines.push(hanging(`${mark} ${name}  ${paint.dim(`in one ${operation}:`)} ${told}`, width) + meaning(counterExplained(operation)))
  }
  return lines.join('\n')
}

/** @param {JudgedClaim} claim @param {Result} result @param {string} typed for the lab @param {any} paint @param {number} width */
function claimLines (claim, { machine }, typed, paint, width) {
  const painter = claim.gates ? { holds: paint.green, broken: paint.red, undecided: paint.yellow }[claim.verdict] : paint.cyan
  const pairs = counting(claim.pairs, 'pair')
  const why = claim.gates ? `the claim is ${askedOf(claim)}, ${pairs}` : `${pairs}; it depends on ${claim.shown}`
  const lines = [
    hanging(`${painter(heardOf(claim))}  ${paint.bold(times(claim.ratio))}${paint.dim(between(claim.interval))}  ${claim.id}`, width),
    wrapped(claim.says, '  ', width),
    paint.dim(wrapped(`${claim.base} over ${claim.against}: ${why}`, '  ', width)),
  ]
  const old = whenOld(claim, machine)
  if (old) lines.push(wrapped(`${old}; see pnpm lab ${typed} curve`, '  ', width))
  if (claim.published) lines.push(paint.dim(wrapped(publishedTold(claim.published, claim.until), '  ', width)))
  return lines.join('\n')
}

/** Addresses inside of node, which stand below what V8 has to say when it gives up. */
const NATIVE_STACK = /^(-+ Native stack trace -+|\s*\d+: 0x[0-9a-f]+ .*|\s*)$/

/** @param {string} lab @param {{ variant: string, what: string, stderr: string }} failure @param {any} paint @returns {string} the variant's last words */
export function failureReport (lab, { variant, what, stderr }, paint) {
  const lines = stderr.split('\n').filter((line) => !NATIVE_STACK.test(line))
  const said = lines.slice(-12).map((line) => `\n${paint.dim(`  ${line}`)}`).join('')
  return `${paint.red('✘')} ${paint.bold(`${lab}: ${variant}`)} ${what}${said}`
}

/** @param {Result} result @param {any} paint @returns {string} the last line of a report: the word, the seconds, and what to do where it is undecided */
export function verdictLine ({ mode, verdict: word, seconds, claims, limit, failure: failed, oracle, counters, seed }, paint) {
  const painter = { holds: paint.green, broken: paint.red, undecided: paint.yellow, 'cannot run': paint.red }[word]
  const reason = failed ? 'nothing was measured' : oracle?.verdict === 'different' ? 'a wrong answer is not fast' : counters.some(({ holds }) => !holds) ? 'a counter differs: this is not the mechanism the lab is about' : ''
  const line = `${painter(paint.bold(word.toUpperCase()))} in ${secondsTold(seconds)}${reason ? ` — ${reason}` : ''}`
  if (mode === 'control' && claims.length) {
    if (claims[0].pairs < 2) return `${line}\nOne pair shows no noise floor: give it more --seconds.`
    return `${line}\nNoise floor: ${(noiseIn(claims[0]) * 100).toFixed(1)} % after ${claims[0].pairs} pairs. A smaller difference does not show here.${word === 'undecided' ? '\nUndecided is what a control should be.' : ''}`
  }
  if (word === 'undecided') return `${line}\n${adviceOf(claims, seconds)}`
  const noise = noiseOf(claims)
  const reached = limit ? ` · in one pair fast reached ${(limit.fraction * 100).toFixed(0)} % of the limit` : ''
  return `${line}${reached} ${paint.dim(`· seed ${seed}${noise ? ` · ${noise}` : ''}`)}`
}

/** @param {Result} result @param {any} paint @param {number} width */
function details ({ machine, variants, seed, firstBlockSeconds }, paint, width) {
  const rows = Object.entries(variants).map(([side, { latencyMs, opsPerSecond }]) => [side, rate(opsPerSecond), latencyMs ? `p50 ${latencyMs.p50} ms` : '', latencyMs ? `p99 ${latencyMs.p99} ms` : ''])
  const told = `${machine.cpu}, ${machine.cores} cores, ${machine.os} · seed ${seed} · first block after ${firstBlockSeconds ?? '–'} s`
  return paint.dim([columns(rows, width, [0]), wrapped(told, '', width)].filter(Boolean).join('\n'))
}
