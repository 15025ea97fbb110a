import { readFileSync } from 'node:fs'
import os from 'node:os'
import { dirname, join } from 'node:path'
import { setTimeout as wait } from 'node:timers/promises'
import { PinnableProcessors, listAllowedProcessors } from 'hotpath/measure'
import { isProgramOnPath } from 'hotpath/files'
import { makeGoodFinding, makeLimitationFinding } from './finding.js'

const BUSY_FOR_MS = 500

/** Number of processors that a lab needs: one for the load generator, one for the server. */
const WANTED = 2

const MORE = 'give the machine or container two processors'

export function checkProcessorCount () {
  const count = os.availableParallelism()
  const says = `${count} × ${os.cpus()[0]?.model.trim() ?? 'unknown'}`
  return count >= WANTED ? makeGoodFinding(says) : makeLimitationFinding(`${says}: server and load generator share one processor`, MORE)
}

/** Measures the load that other programs put on the processors. */
export async function checkProcessorLoad () {
  const before = os.cpus()
  await wait(BUSY_FOR_MS)
  const share = computeBusyShare(before, os.cpus())
  const says = `other programs use ${Math.round(share * 100)} % of the processors`
  const tool = process.platform === 'win32' ? 'taskmgr' : 'the command top'
  return share < 0.2 ? makeGoodFinding(says) : makeLimitationFinding(`${says}: verdicts take longer`, `close other programs; ${tool} lists them`)
}

/** @param {os.CpuInfo[]} before @param {os.CpuInfo[]} after @returns {number} share of the time that the processors were busy, 0..1 */
export function computeBusyShare (before, after) {
  const sum = (/** @type {number[]} */ numbers) => numbers.reduce((total, number) => total + number, 0)
  const idleOf = (/** @type {os.CpuInfo} */ { times }) => times.idle
  const allOf = (/** @type {os.CpuInfo} */ { times }) => sum(Object.values(times))
  const [idle, all] = [idleOf, allOf].map((timeOf) => sum(after.map(timeOf)) - sum(before.map(timeOf)))
  return all > 0 ? 1 - idle / all : 0
}

/** Checks the CPU quota of the container: above the quota the kernel pauses the container for the rest of each period. */
export function checkCpuQuota () {
  if (process.platform !== 'linux') return makeGoodFinding('none on this system')
  const cpus = readCpuQuota(read)
  if (cpus === undefined) return makeGoodFinding('none')
  const says = `${Number(cpus.toPrecision(3))} of ${os.cpus().length} processors`
  if (cpus >= WANTED) return makeGoodFinding(says)
  return makeLimitationFinding(`${says}: the kernel sometimes pauses the measured processes`, 'start the container with docker run --cpus 2, or with resources.limits.cpu: 2')
}

/**
 * @param {(file: string) => string | undefined} readFile
 * @returns {number | undefined} lowest quota, in processors, of this control group and its parents
 */
export function readCpuQuota (readFile) {
  const quotas = (readFile('/proc/self/cgroup') ?? '').split('\n').flatMap((line) => {
    const [, controllers, path] = line.match(/^\d+:([^:]*):(.*)$/) ?? []
    if (controllers === undefined || (controllers && !controllers.split(',').includes('cpu'))) return []
    return withParents(path).map((folder) => {
      const valueIn = (/** @type {string} */ file) => readFile(join('/sys/fs/cgroup', controllers, folder, file)) ?? ''
      // cgroup version 1 names controllers in this line, and has two files for the quota; version 2 has one file
      const values = controllers ? [valueIn('cpu.cfs_quota_us'), valueIn('cpu.cfs_period_us')] : valueIn('cpu.max').split(' ')
      const [most, period] = values.map(Number)
      return most > 0 ? most / period : Infinity
    })
  })
  const least = Math.min(...quotas)
  return least < Infinity ? least : undefined
}

/** @param {string} path @returns {string[]} the path and its parents */
function withParents (path) {
  return path === '/' || path === '.' ? [path] : [path, ...withParents(dirname(path))]
}

/** Checks whether the engine can pin the two processes that it compares to the same CPU. @param {PinnableProcessors} [here] */
export async function checkCpuPinning (here = new PinnableProcessors(listAllowedProcessors())) {
  if (here.ids.length === 0) return makeLimitationFinding('this system cannot pin a process to a processor', 'nothing to do: verdicts need more pairs of processes on this machine')
  if (!here.canPin) return makeLimitationFinding('there is only one processor', MORE)
  // pins this process to the processors that it may already use, so that the check changes nothing
  if (await here.pin(process.pid, here.ids)) return makeGoodFinding(`pinning works on each of ${here.ids.length} processors`)
  if (!isProgramOnPath('taskset')) return makeLimitationFinding('taskset is not on the PATH', 'apt install util-linux')
  return makeLimitationFinding('taskset fails', 'allow sched_setaffinity in the container')
}

/** @param {string} file */
function read (file) {
  try {
    return readFileSync(file, 'utf8')
  } catch {
    return undefined
  }
}
