import { checkClock } from './clock.js'
import { checkMemory } from './memory.js'
import { checkPower } from './power.js'
import { checkLoad, checkPinning, checkProcessors, checkQuota } from './processor.js'
import { checkBrowser, checkMongo, checkMyFolder, checkNode, checkPnpm, checkPorts } from './tools.js'

/** @import { Finding, Judgement } from './finding.js' */

/**
 * Checks by name, in the order of the screen. The load of the processors comes first, before other checks add to it.
 *
 * @type {Record<string, () => Judgement | Promise<Judgement>>}
 */
const CHECKS = {
  'processors busy': checkLoad,
  Node: checkNode,
  pnpm: checkPnpm,
  processors: checkProcessors,
  'CPU quota': checkQuota,
  'CPU pinning': checkPinning,
  power: checkPower,
  memory: checkMemory,
  clock: checkClock,
  'your folder': checkMyFolder,
  'free ports': checkPorts,
  MongoDB: checkMongo,
  browser: checkBrowser,
}

/** Checks this machine, one check after the other, so that none disturbs the next. @returns {AsyncGenerator<Finding>} */
export async function * findings () {
  for (const [name, check] of Object.entries(CHECKS)) yield { name, ...await check() }
}
