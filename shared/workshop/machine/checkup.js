import { clock, memory } from './measuring.js'
import { power } from './power.js'
import { busy, placement, processors, quota } from './processor.js'
import { browser, mongo, myFolder, node, pnpm, ports } from './tools.js'

/** In the order in which they are shown; how busy the machine is comes first, before anything here makes it busy. */
const CHECKS = [busy, node, pnpm, processors, quota, placement, power, memory, clock, myFolder, ports, mongo, browser]

/** @returns {AsyncGenerator<import('./finding.js').Finding>} one after the other: they must not disturb each other */
export async function * findings () {
  for (const check of CHECKS) yield await check()
}
