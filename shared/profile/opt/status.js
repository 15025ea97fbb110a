/** Compiler tiers, most optimised first. The first tier that matches is right: optimised code also has lower tiers' status bits. */
const BEST_FIRST = ['turbofan', 'maglev', 'sparkplug', 'ignition']

/** @type {Record<string, string>} */
export const COMPILER_TIER_NAMES = {
  turbofan: 'TurboFan',
  maglev: 'Maglev',
  sparkplug: 'Sparkplug',
  ignition: 'Ignition',
  lazy: 'not compiled',
  marked: 'to be optimised',
}

/**
 * Finds the meaning of each bit that V8's %GetOptimizationStatus returns, by comparing a test function's status in each compiler
 * state. A fixed table would be wrong, because V8 has moved the bits four times without documentation.
 *
 * @param {Record<string, number | undefined>} calibration the status of the probe in each state
 */
export function createOptimizationStatusReader (calibration) {
  const known = Object.entries(calibration)
    .filter(([state, status]) => status !== undefined && !(state === 'maglev' && status === calibration.ignition))
  const common = known.reduce((bits, [, status]) => bits & Number(status), -1)
  /** @type {Record<string, number>} */
  const bits = Object.fromEntries(known.map(([state, status]) => [state, Number(status) & ~common]))
  bits.marked &= ~bits.ignition
  const tiers = [...BEST_FIRST.filter((tier) => bits[tier]), 'lazy']
  const rank = (/** @type {number} */ status) => tiers.findIndex((tier) => tier === 'lazy' || (status & bits[tier]) === bits[tier])
  return {
    /** @param {number} status @returns {string} such as TurboFan */
    nameTier: (status) => COMPILER_TIER_NAMES[tiers[rank(status)]],
    /** @param {number[]} statuses of one function's closures @returns {number} that of the best tier */
    findBest: (statuses) => statuses.reduce((best, status) => rank(status) < rank(best) ? status : best),
    legend: [
      `${common} a function`,
      ...Object.entries(bits).filter(([, mask]) => mask).map(([state, mask]) => `${listBits(mask).join('+')} ${COMPILER_TIER_NAMES[state]}`),
    ].join(' · '),
  }
}

/** @param {number} mask @returns {number[]} powers of two */
function listBits (mask) {
  return Array.from({ length: 31 }, (_, bit) => 2 ** bit).filter((bit) => mask & bit)
}
