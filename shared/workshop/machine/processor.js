import { readFileSync } from 'node:fs'
import os from 'node:os'
import { dirname, join } from 'node:path'
import { setTimeout as wait } from 'node:timers/promises'
import { Processors, processorsHere } from 'hotpath/measure'
import { isOnPath } from '../attempt/editor.js'
import { good, willDo } from './finding.js'

const BUSY_FOR_MS = 500

/** The load and the server need a processor each. */
const WANTED = 2

const MORE = 'give the machine or container two processors'

export function processors () {
  const count = os.availableParallelism()
  const says = `${count} × ${os.cpus()[0]?.model.trim() ?? 'unknown'}`
  return count >= WANTED ? good('processors', says) : willDo('processors', `${says}: server and load generator share it`, MORE)
}

/** How much of all processors others use while nothing is measured. */
export async function busy () {
  const before = os.cpus()
  await wait(BUSY_FOR_MS)
  const share = busyShare(before, os.cpus())
  const says = `${Math.round(share * 100)} % used by other programs`
  return share < 0.2 ? good('processors busy', says) : willDo('processors busy', `${says}: verdicts take longer`, process.platform === 'win32' ? 'close other programs; taskmgr lists them' : 'close other programs; the command top lists them')
}

/** @param {os.CpuInfo[]} before @param {os.CpuInfo[]} after @returns {number} 0..1 */
export function busyShare (before, after) {
  const sum = (/** @type {os.CpuInfo[]} */ cpus) => cpus.reduce(({ idle, all }, { times }) => ({ idle: idle + times.idle, all: all + Object.values(times).reduce((a, b) => a + b, 0) }), { idle: 0, all: 0 })
  const [from, to] = [sum(before), sum(after)]
  return to.all > from.all ? 1 - (to.idle - from.idle) / (to.all - from.all) : 0
}

/** What a container may use of the processors: beyond it the kernel stops everything in it for the rest of a period. */
export function quota () {
  const name = 'CPU quota'
  if (process.platform !== 'linux') return good(name, 'none on this system')
  const cpus = quotaIn(read)
  if (cpus === undefined) return good(name, 'none')
  const says = `${Number(cpus.toPrecision(3))} of ${os.cpus().length} processors`
  return cpus >= WANTED ? good(name, says) : willDo(name, `${says}: the kernel sometimes pauses the measured processes`, 'docker run --cpus 2, or resources.limits.cpu: 2')
}

/**
 * @param {(file: string) => string | undefined} readFile
 * @returns {number | undefined} processors, the least of this control group's and those above it
 */
export function quotaIn (readFile) {
  const quotas = (readFile('/proc/self/cgroup') ?? '').split('\n').flatMap((line) => {
    const [, controllers, path] = line.match(/^\d+:([^:]*):(.*)$/) ?? []
    if (controllers === undefined || (controllers && !controllers.split(',').includes('cpu'))) return []
    return upwards(path).map((folder) => controllers ? version1(readFile, controllers, folder) : version2(readFile, folder))
  }).filter((cpus) => cpus !== undefined)
  return quotas.length ? Math.min(...quotas) : undefined
}

/** @param {(file: string) => string | undefined} readFile @param {string} folder */
function version2 (readFile, folder) {
  const [most, period] = (readFile(join('/sys/fs/cgroup', folder, 'cpu.max')) ?? 'max').split(' ').map(Number)
  return most > 0 ? most / period : undefined
}

/** @param {(file: string) => string | undefined} readFile @param {string} controllers @param {string} folder */
function version1 (readFile, controllers, folder) {
  const [most, period] = ['cpu.cfs_quota_us', 'cpu.cfs_period_us'].map((file) => Number(readFile(join('/sys/fs/cgroup', controllers, folder, file)) ?? -1))
  return most > 0 && period > 0 ? most / period : undefined
}

/** @param {string} path @returns {string[]} it and all that it is in */
function upwards (path) {
  return path === '/' || path === '.' ? [path] : [path, ...upwards(dirname(path))]
}

/** Whether the engine can seat both sides of a pair on one processor. @param {Processors} [here] */
export async function placement (here = new Processors(processorsHere())) {
  const name = 'CPU pinning'
  if (here.ids.length === 0) return willDo(name, 'this system cannot pin a process to a processor', 'nothing to do: verdicts need more pairs here')
  if (!here.canPin) return willDo(name, 'there is only one processor', MORE)
  // where this process may run already, so that nothing changes
  if (await here.pin(process.pid, here.ids)) return good(name, `works on each of ${here.ids.length} processors`)
  return isOnPath('taskset') ? willDo(name, 'taskset fails', 'allow sched_setaffinity in the container') : willDo(name, 'taskset is not on the PATH', 'apt install util-linux')
}

/** @param {string} file */
function read (file) {
  try {
    return readFileSync(file, 'utf8')
  } catch {
    return undefined
  }
}
