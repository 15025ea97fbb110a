import colors from 'picocolors'
import { majorOf } from '../curve/record.js'
import { typedOf } from '@hotpath-labs/project'
import { median } from 'hotpath/stats'
import { FATES, fateOf } from './fate.js'
import { columns, GAP, hanging, meet, rangeTimes, roundedRatio, secondsTold, times, wrapped } from 'hotpath/report'

/** Columns of an axis: as many as leave room for the figures, and no more than the eye follows. */
const AXIS = { least: 16, most: 44, beside: 34 }

/** @typedef {import('./reading.js').ClaimOverVersions} ClaimOverVersions @typedef {import('./reading.js').LabOverVersions} LabOverVersions @typedef {import('./reading.js').Estimate} Estimate */

/**
 * @param {LabOverVersions} told with at least one claim that has readings, or with two Nodes of one variant
 * @param {{ color: boolean, width: number }} looks `width` in columns
 * @returns {string} a chart for each claim: its ratio on every Node, on a logarithmic axis
 */
export function versionsReport (told, { color, width }) {
  const { lab, claims, across, refusals, stale, staleAcross, processors } = told
  const paint = colors.createColors(color)
  const looked = across.length || claims.some(({ readings }) => readings.length)
  return [
    wrapped(paint.bold(`${lab.name}: its claims on each version of Node`) + paint.dim(`  ${processors.join(', ')}`), '', width),
    ...claims.filter(({ readings }) => readings.length).map((claim) => claimChart(claim, paint, width)),
    ...across.length ? [acrossChart(across, paint, width)] : [],
    byReason(refusals).map(({ nodes, cannot }) => hanging(`${paint.bold(`Node ${nodes}`)} cannot run it: ${cannot}`, width)).join('\n'),
    stale.length ? hanging(`${paint.yellow('recorded before a variant was changed')}: Node ${stale.join(', ')}. To record again, type: pnpm versions record ${typedOf(lab)}`, width) : '',
    ...staleAcross.map(({ side, from, to }) => hanging(`${paint.yellow(`recorded before ${side} was changed`)}: Node ${from} against ${to}. To record again, type: pnpm versions record ${typedOf(lab)} --across ${side} --node ${from.slice(1)},${to.slice(1)}`, width)),
    looked ? paint.dim(wrapped(legend(told), '', width)) : '',
  ].filter(Boolean).join('\n\n')
}

/** @param {ClaimOverVersions} claim @param {any} paint @param {number} width */
function claimChart (claim, paint, width) {
  const { claim: { id, published, changes = [] }, says, readings } = claim
  const rows = readings.map(({ node, early, late }) => ({ name: `Node ${node.slice(1)}`, late, told: lookTold(early, late) }))
  const comparable = published?.asks === 'the same' ? published : undefined
  return [
    hanging(`${paint.bold(id)}  ${says}`, width),
    paint.dim(wrapped(`the difference: ${fateTold(claim)}`, '  ', width)),
    ...changes.map(({ node, says, link }) => paint.dim(wrapped(`Node ${node}: ${says}: ${link}`, '  ', width))),
    chart(rows, comparable && { name: 'published', ratio: comparable.ratio, told: `${times(comparable.ratio)}, Node ${comparable.node}` }, paint, width),
  ].join('\n')
}

/** @param {import('./reading.js').Across[]} across @param {any} paint @param {number} width */
function acrossChart (across, paint, width) {
  const rows = across.map(({ side, from, to, early, late }) => ({ name: `${side} ${from} → ${to}`, late, told: lookTold(early, late) }))
  return `${paint.bold('one version of Node against the next')}  ${paint.dim('cost on the newer one, divided by the cost on the older one')}\n${chart(rows, undefined, paint, width)}`
}

/** @param {ClaimOverVersions} claim @returns {string} such as: the difference is gone, since Node 8 */
export function fateTold (claim) {
  const { fate, since } = fateOf(claim)
  return `${FATES[fate]}${since ? `, since Node ${since}` : ''}`
}

/** @param {Estimate} early @param {Estimate} late @returns {string} one figure, or two with the sentence between them */
function lookTold (early, late) {
  return meet(early.interval, late.interval) ? rangeTimes(late.interval) : `${rangeTimes(late.interval)}, ${roundedRatio(early.ratio, early.interval)}× at first`
}

/** @param {LabOverVersions['refusals']} refusals @returns {{ nodes: string, cannot: string }[]} each reason once, with the Nodes that have it */
export function byReason (refusals) {
  /** @type {Map<string, number[]>} */
  const nodes = new Map()
  for (const { node, cannot } of refusals) {
    const reason = cannot.replace(`, and this is ${node}`, '').replace(` on Node ${node}`, '')
    nodes.set(reason, [...nodes.get(reason) ?? [], majorOf(node)])
  }
  return [...nodes].map(([cannot, majors]) => ({ nodes: majors.join(', '), cannot }))
}

/** @param {LabOverVersions} told @returns {string} what the marks of its charts stand for */
function legend ({ claims, across }) {
  const looks = [...claims.flatMap(({ readings }) => readings), ...across]
  const seconds = median(looks.map(({ late: { cpuSeconds } }) => cpuSeconds))
  const published = claims.some(({ claim }) => claim.published?.asks === 'the same') ? '; ◆ published' : ''
  return `● the ratio with its 95 % interval, after about ${secondsTold(seconds)} of CPU${published}; │ no difference`
}

/**
 * @param {{ name: string, late: Estimate, told: string }[]} rows
 * @param {{ name: string, ratio: number, told: string } | undefined} published
 * @param {any} paint
 * @param {number} width
 */
function chart (rows, published, paint, width) {
  const all = [1, ...rows.flatMap(({ late }) => [late.ratio, ...late.interval]), ...published ? [published.ratio] : []].map(Math.log)
  const [low, high] = [Math.min(...all), Math.max(...all, Math.min(...all) + 0.2)]
  const room = Math.min(AXIS.most, Math.max(AXIS.least, width - AXIS.beside - Math.max(...rows.map(({ name }) => name.length)) - 2 * GAP.length))
  const at = (/** @type {number} */ ratio) => Math.round((Math.log(ratio) - low) / (high - low) * (room - 1))
  /** @returns {string[]} */
  const line = () => Array.from({ length: room }, (_, column) => column === at(1) ? '│' : ' ')
  const drawn = rows.map(({ name, late, told }) => {
    const cells = line()
    const [from, to] = late.interval.map(at)
    for (let column = from; column <= to; column++) cells[column] = '─'
    cells[at(late.ratio)] = '●'
    return [name, paint.cyan(cells.join('')), paint.dim(told)]
  })
  if (published) {
    const cells = line()
    cells[at(published.ratio)] = '◆'
    drawn.unshift([published.name, paint.yellow(cells.join('')), paint.dim(published.told)])
  }
  return columns(drawn, width, [2])
}
