import { clock } from './clock.js'
import { memory } from './memory.js'
import { power } from './power.js'
import { busy, pinning, processors, quota } from './processor.js'
import { browser, mongo, myFolder, node, pnpm, ports } from './tools.js'

/** @import { Finding, Judgement } from './finding.js' */

/**
 * Checks by name, in the order of the screen. The load of the processors comes first, before other checks add to it.
 *
 * @type {Record<string, () => Judgement | Promise<Judgement>>}
 */
const CHECKS = {
  'processors busy': busy,
  Node: node,
  pnpm,
  processors,
  'CPU quota': quota,
  'CPU pinning': pinning,
  power,
  memory,
  clock,
  'your folder': myFolder,
  'free ports': ports,
  MongoDB: mongo,
  browser,
}

/** Checks this machine, one check after the other, so that none disturbs the next. @returns {AsyncGenerator<Finding>} */
export async function * findings () {
  for (const [name, check] of Object.entries(CHECKS)) yield { name, ...await check() }
}
