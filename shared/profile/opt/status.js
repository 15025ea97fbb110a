/** From the best tier down: optimized code has the bits of its tier, whatever else is said of it. */
const BEST_FIRST = /** @type {const} */ (['turbofan', 'maglev', 'sparkplug', 'ignition'])

/** @type {Record<string, string>} */
const NAMES = { turbofan: 'TurboFan', maglev: 'Maglev', sparkplug: 'Sparkplug', ignition: 'Ignition', lazy: 'not compiled', marked: 'to be optimised' }

/**
 * What the bits of %GetOptimizationStatus mean in the V8 that gave them. They have moved four times and are documented nowhere, so a probe
 * is brought into each state, and the bits in which its statuses differ are named after it.
 *
 * @param {Record<string, number | undefined>} calibration the status of a probe in each state
 */
export function statusReader (calibration) {
  const known = Object.entries(calibration).filter(([state, status]) => status !== undefined && !(state === 'maglev' && status === calibration.ignition))
  const common = known.reduce((bits, [, status]) => bits & Number(status), -1)
  /** @type {Map<string, number>} */
  const own = new Map(known.map(([state, status]) => [state, Number(status) & ~common]))
  own.set('marked', (own.get('marked') ?? 0) & ~(own.get('ignition') ?? 0))
  const tiers = BEST_FIRST.filter((tier) => own.get(tier))
  const rank = (/** @type {number} */ status) => [...tiers, 'lazy'].findIndex((tier) => tier === 'lazy' || (status & Number(own.get(tier))) === own.get(tier))
  return {
    /** @param {number} status @returns {string} such as TurboFan */
    tierOf: (status) => NAMES[[...tiers, 'lazy'][rank(status)]],
    /** @param {number[]} statuses of closures of one function; at least one @returns {number} that of the best tier */
    best: (statuses) => statuses.reduce((best, status) => rank(status) < rank(best) ? status : best),
    /** one line that names the bits */
    told: [`${common} a function`, ...[...own].filter(([, bits]) => bits).map(([state, bits]) => `${bitsOf(bits).join('+')} ${NAMES[state]}`)].join(' · '),
  }
}

/** @param {number} mask */
function bitsOf (mask) {
  return Array.from({ length: 31 }, (_, bit) => 2 ** bit).filter((bit) => mask & bit)
}

/** @param {import('../v8/log.js').Tier} tier */
export const tierNamed = (tier) => NAMES[tier]
