import { checkClockResolution } from './clock.js'
import { checkFreeMemory } from './memory.js'
import { checkPowerSource } from './power.js'
import { checkProcessorLoad, checkCpuPinning, checkProcessorCount, checkCpuQuota } from './processor.js'
import { checkBrowser, checkMongo, checkAttendeeFolder, checkNodeVersion, checkPnpm, checkLocalPorts } from './tools.js'

/** @import { Finding, Judgement } from './finding.js' */

/**
 * Checks of `pnpm lab doctor` by name, in order. The load of the processors comes first, because the other checks add load.
 *
 * @type {Record<string, () => Judgement | Promise<Judgement>>}
 */
const CHECKS = {
  'processors busy': checkProcessorLoad,
  Node: checkNodeVersion,
  pnpm: checkPnpm,
  processors: checkProcessorCount,
  'CPU quota': checkCpuQuota,
  'CPU pinning': checkCpuPinning,
  power: checkPowerSource,
  memory: checkFreeMemory,
  clock: checkClockResolution,
  'your folder': checkAttendeeFolder,
  'free ports': checkLocalPorts,
  MongoDB: checkMongo,
  browser: checkBrowser,
}

/** Runs all checks of this machine one after the other, so that no check disturbs the next check. @returns {AsyncGenerator<Finding>} */
export async function * checkMachine () {
  for (const [name, check] of Object.entries(CHECKS)) yield { name, ...await check() }
}
