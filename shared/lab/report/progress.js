import { TerminalProgress } from '@hotpath-labs/terminal/terminal.js'
import { parseSide } from '@hotpath-labs/engine/figures.js'
import { roundRatio } from '@hotpath-labs/terminal/numbers.js'
import { findMetric } from '../metrics.js'
import { findClaimSides } from '../sides.js'

/**
 * @import { EvidenceSummary } from '@hotpath-labs/engine/figures.js'
 * @import { MeasureEvent } from '@hotpath-labs/engine/measure.js'
 * @import { Claim } from '../manifest.js'
 * @import { LabPlan } from '../plans.js'
 */

/** Names of the program in the place of fast, by mode. @type {Partial<Record<LabPlan['mode'], string>>} */
const FAST_NAMES = { control: 'itself', with: 'your file' }

/** Spinner that says how far the measurement of a lab is. */
export class LabProgress extends TerminalProgress {
  /** Lines that the measured programs printed. */
  printedLines = 0

  /** @param {LabPlan} plan @param {MeasureEvent} event */
  measuring (plan, event) {
    const { name } = plan.lab
    if (event.type === 'checking') this.show(`${name}: comparing answers`)
    if (event.type === 'warming') this.show(`${name}: warming up, then measuring`)
    if (event.type !== 'pair') return
    this.show(`${name}: measured ${event.pairs === 1 ? 'once' : `${event.pairs} times`}, ${formatRatios(event.evidence, plan)}`)
    for (const lines of Object.values(event.printed)) this.printedLines += lines
  }
}

/**
 * @param {EvidenceSummary[]} evidence
 * @param {LabPlan} plan
 * @returns {string} such as: so far 15×, express against yours; or 15× CPU, 9× p99, express against yours. The ratio comes first, because
 *   a narrow terminal cuts the end
 */
function formatRatios (evidence, { mode, claims, programs }) {
  const fastName = FAST_NAMES[mode]
  const findClaim = (/** @type {string} */ id) => /** @type {Claim} */ (claims.find((claim) => claim.id === id))
  // claims for information would fill the line
  const required = evidence.filter(({ id }) => !('dependsOn' in findClaim(id)))
  const shown = required.length ? required : evidence
  /** figures of claims about the same programs @type {Map<string, { figure: string, metric: string }[]>} */
  const groups = new Map()
  for (const { id, ratio, interval } of shown) {
    const claim = findClaim(id)
    const { slower, faster } = findClaimSides(claim)
    const isOneKind = parseSide(slower).workload === parseSide(faster).workload
    const nameSide = (/** @type {string} */ side) => {
      const { variant, workload } = parseSide(side)
      // slow is shorter than its title, and what the attendee's file began as
      const name = variant === 'fast' && fastName ? fastName : mode === 'mine' && variant === 'slow' ? variant : programs[variant].title
      return isOneKind || !workload ? name : `${name} for ${workload}`
    }
    const names = `${nameSide(slower)} against ${nameSide(faster)}`
    groups.set(names, [...groups.get(names) ?? [], { figure: `${roundRatio(ratio, interval)}×`, metric: findMetric(claim.metric).short }])
  }
  const ratios = [...groups].map(([names, figures]) =>
    `${figures.map(({ figure, metric }) => figures.length > 1 ? `${figure} ${metric}` : figure).join(', ')}, ${names}`)
  return `${shown.some(({ verdict }) => verdict === 'undecided') ? 'so far ' : ''}${ratios.join('; ')}`
}
