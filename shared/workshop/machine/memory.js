import os from 'node:os'
import { formatMegabytes } from 'hotpath/report'
import { makeGoodFinding, makeFaultFinding, makeLimitationFinding } from './finding.js'

/** Free memory in bytes that a lab needs for three servers and a load generator of 80 MB each, and a database. */
const MEMORY = { least: 400e6, enough: 1e9 }

/** Compares the free memory with the needs of a lab. */
export function checkFreeMemory () {
  // asks Node for the free memory, because in a container Node knows the container's limit
  const available = /** @type {any} */ (process).availableMemory?.() ?? os.freemem()
  const isMac = process.platform === 'darwin'
  const free = (isMac ? Math.max : Math.min)(os.freemem(), available)
  // macOS keeps caches in memory and empties them when needed, but older versions of Node count these caches as used memory
  if (isMac && free < MEMORY.enough) return makeGoodFinding('macOS frees memory when a program needs it')
  const says = `${formatMegabytes(free)} free`
  if (free < MEMORY.least) return makeFaultFinding(says, 'close other programs, or give the container more memory')
  return free < MEMORY.enough ? makeLimitationFinding(says, 'close programs that you do not need') : makeGoodFinding(says)
}
