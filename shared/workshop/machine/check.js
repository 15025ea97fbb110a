import { checkClock } from './clock.js'
import { checkMemory } from './memory.js'
import { checkPower } from './power.js'
import { checkProcessorLoad, checkCpuPinning, checkProcessorCount, checkCpuQuota } from './processor.js'
import { checkBrowser, checkMongo, checkAttendeeFolder, checkNodeVersion, checkPnpm, checkLocalPorts } from './tools.js'

/** @import { Finding, Judgement } from './finding.js' */

/**
 * Checks by name, in the order of the screen. The load of the processors comes first, before other checks add to it.
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
  power: checkPower,
  memory: checkMemory,
  clock: checkClock,
  'your folder': checkAttendeeFolder,
  'free ports': checkLocalPorts,
  MongoDB: checkMongo,
  browser: checkBrowser,
}

/** Checks this machine, one check after the other, so that none disturbs the next. @returns {AsyncGenerator<Finding>} */
export async function * checkMachine () {
  for (const [name, check] of Object.entries(CHECKS)) yield { name, ...await check() }
}
