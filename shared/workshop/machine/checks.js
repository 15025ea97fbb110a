import { spawnSync } from 'node:child_process'
import { existsSync, readdirSync, mkdtempSync, rmdirSync } from 'node:fs'
import { connect, createServer } from 'node:net'
import os from 'node:os'
import { join, dirname } from 'node:path'
import { setTimeout as wait } from 'node:timers/promises'
import { CannotRun } from '@hotpath-labs/engine/failures.js'
import { formatMegabytes } from '@hotpath-labs/terminal/numbers.js'
import { PinnableProcessors, listAllowedProcessors } from '@hotpath-labs/engine/machine.js'
import { readKernelFile } from '@hotpath-labs/engine/process/procfs.js'
import { isProgramOnPath, findLastingPath } from '@hotpath-labs/engine/files.js'
import { chooseMongoServer } from '@hotpath-labs/services/mongo'
import { findAttendeeFolder, formatPath, explainWriteErrors } from '@hotpath-labs/lab/project/project.js'
import { makeGoodFinding, makeFaultFinding, makeLimitationFinding } from './finding.js'

/**
 * @import { AddressInfo } from 'node:net'
 * @import { Judgement, Finding } from './finding.js'
 */

/**
 * Limits in ns for the clock's smallest step. In a measured time of 1 ms, a step of `fine` is an error of 1 %, which does not matter. A
 * step of `coarse` is an error of 10 %, which is noise.
 */
const STEP_NS = { fine: 10e3, coarse: 100e3 }

/** Measures the clock's smallest step. @param {() => bigint} [now] */
export function checkClockResolution (now = process.hrtime.bigint) {
  let step = Infinity
  for (let reading = 0, last = now(); reading < 10_000; reading++) {
    const next = now()
    if (next > last) step = Math.min(step, Number(next - last))
    last = next
  }
  const says = step < Infinity ? `moves in steps of ${step >= 1000 ? `${Math.round(step / 1000)} µs` : `${step} ns`} or less` : 'does not move'
  if (step <= STEP_NS.fine) return makeGoodFinding(says)
  return (step <= STEP_NS.coarse ? makeLimitationFinding : makeFaultFinding)(says, 'run outside this virtual machine or sandbox, which makes the clock coarse')
}

/** Free memory in bytes that a lab needs for three servers and a load generator of 80 MB each, and a database. */
const MEMORY = { least: 400e6, enough: 1e9 }

/** Compares the free memory with the needs of a lab. */
function checkFreeMemory () {
  // asks Node for the free memory, because in a container Node knows the container's limit
  const available = /** @type {Partial<Pick<NodeJS.Process, 'availableMemory'>>} */ (process).availableMemory?.() ?? os.freemem()
  const isMac = process.platform === 'darwin'
  const free = (isMac ? Math.max : Math.min)(os.freemem(), available)
  // macOS keeps caches in memory and empties them when needed, but older versions of Node count these caches as used memory
  if (isMac && free < MEMORY.enough) return makeGoodFinding('macOS frees memory when a program needs it')
  const says = `${formatMegabytes(free)} free`
  if (free < MEMORY.least) return makeFaultFinding(says, 'close other programs, or give the container more memory')
  return free < MEMORY.enough ? makeLimitationFinding(says, 'close programs that you do not need') : makeGoodFinding(says)
}

/** Identifier of the scheme "power saver", the same on every Windows. */
const POWER_SAVER = 'a1841308-3541-4fab-bc81-f71556f20b4a'

/** Checks for a battery or a power saver: either makes the processor change its speed during a measurement. */
function checkPowerSource () {
  if (process.platform === 'linux') return checkPowerOnLinux()
  if (process.platform === 'darwin') return checkPowerOnMac(readOutput('pmset', '-g', 'batt'), readOutput('pmset', '-g'))
  if (process.platform === 'win32') {
    const batteries = readOutput('powershell', '-NoProfile', '-Command', '(Get-CimInstance Win32_Battery).BatteryStatus')
    return checkPowerOnWindows(batteries, readOutput('powercfg', '/getactivescheme'))
  }
  return makeGoodFinding('unknown on this system')
}

/** @param {string} [sys] where sysfs is mounted @returns {Judgement} */
export function checkPowerOnLinux (sys = '/sys') {
  const supplies = join(sys, 'class/power_supply')
  const names = existsSync(supplies) ? readdirSync(supplies) : []
  const batteries = names.map((name) => (/** @type {string} */ file) => readKernelFile(join(supplies, name, file)))
    // leaves out the batteries of devices such as a wireless mouse, which Linux marks by the scope "Device"
    .filter((of) => of('type') === 'Battery' && of('scope') !== 'Device')
  if (batteries.some((of) => of('status') === 'Discharging')) return battery()
  const profile = readKernelFile(join(sys, 'firmware/acpi/platform_profile'))
  if (profile === 'low-power') return saver('powerprofilesctl set balanced')
  return makeGoodFinding(batteries.length ? 'plugged in' : 'no battery')
}

/** @param {string} batteries of `pmset -g batt` @param {string} settings of `pmset -g` */
export function checkPowerOnMac (batteries, settings) {
  if (batteries.includes("'Battery Power'")) return battery()
  if (/lowpowermode\s+1/.test(settings)) return saver('sudo pmset -a lowpowermode 0')
  return makeGoodFinding('plugged in, no low power mode')
}

/** @param {string} status of Win32_Battery: 1 is discharging @param {string} scheme of `powercfg /getactivescheme` */
export function checkPowerOnWindows (status, scheme) {
  // reads one line for each battery, because Windows lists each battery's status on its own line
  if (status.split(/\s+/).includes('1')) return battery()
  if (scheme.includes(POWER_SAVER)) return saver('powercfg /setactive SCHEME_BALANCED')
  return makeGoodFinding(status.trim() ? 'plugged in' : 'no battery')
}

const battery = () => makeLimitationFinding('on battery: the processor changes its speed', 'plug in the charger')
const saver = (/** @type {string} */ command) => makeLimitationFinding('the power saver is on', command)

/** @param {string} command @param {string[]} args */
function readOutput (command, ...args) {
  return spawnSync(command, args, { encoding: 'utf8' }).stdout ?? ''
}

const BUSY_FOR_MS = 500

/** Number of processors that a lab needs: one for the load generator, one for the server. */
const WANTED = 2

const MORE = 'give the machine or container two processors'

function checkProcessorCount () {
  const count = os.availableParallelism()
  const says = `${count} × ${os.cpus()[0]?.model.trim() ?? 'unknown'}`
  return count >= WANTED ? makeGoodFinding(says) : makeLimitationFinding(`${says}: server and load generator share one processor`, MORE)
}

/** Measures the load that other programs put on the processors. */
async function checkProcessorLoad () {
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
function checkCpuQuota () {
  if (process.platform !== 'linux') return makeGoodFinding('none on this system')
  const cpus = readCpuQuota(readKernelFile)
  if (cpus === undefined) return makeGoodFinding('none')
  const says = `${Number(cpus.toPrecision(3))} of ${os.cpus().length} processors`
  if (cpus >= WANTED) return makeGoodFinding(says)
  return makeLimitationFinding(`${says}: the kernel sometimes pauses the measured processes`, 'start the container with docker run --cpus 2, or with resources.limits.cpu: 2')
}

/**
 * @param {(file: string) => string} readFile
 * @returns {number | undefined} lowest quota, in processors, of this control group and its parents
 */
export function readCpuQuota (readFile) {
  const quotas = readFile('/proc/self/cgroup').split('\n').flatMap((line) => {
    const [, controllers, path] = line.match(/^\d+:([^:]*):(.*)$/) ?? []
    if (controllers === undefined || (controllers && !controllers.split(',').includes('cpu'))) return []
    return withParents(path).map((folder) => {
      const valueIn = (/** @type {string} */ file) => readFile(join('/sys/fs/cgroup', controllers, folder, file))
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

/** Checks whether the engine can pin the two processes that it compares to the same CPU. */
async function checkCpuPinning () {
  const here = new PinnableProcessors(listAllowedProcessors())
  if (here.ids.length === 0) return makeLimitationFinding('this system cannot pin a process to a processor', 'nothing to do: verdicts need more pairs of processes on this machine')
  if (!here.canPin) return makeLimitationFinding('there is only one processor', MORE)
  // pins this process to the processors that it may already use, so that the check changes nothing
  if (await here.pin(process.pid, here.ids)) return makeGoodFinding(`pinning works on each of ${here.ids.length} processors`)
  if (!isProgramOnPath('taskset')) return makeLimitationFinding('taskset is not on the PATH', 'apt install util-linux')
  return makeLimitationFinding('taskset fails', 'allow sched_setaffinity in the container')
}

/** First and last major version of Node on which the labs are measured. Odd versions are left out. */
const TRIED = { from: 20, to: 26 }

const BROWSERS = ['chromium', 'chromium-browser', 'google-chrome', 'google-chrome-stable', 'firefox', 'microsoft-edge', 'brave-browser']

/** @param {string} [version] */
export function checkNodeVersion (version = process.versions.node) {
  const major = Number(version.split('.')[0])
  if (major >= TRIED.from && major <= TRIED.to && major % 2 === 0) return makeGoodFinding(version)
  return makeLimitationFinding(`${version}: the labs are tested on the even versions from ${TRIED.from} to ${TRIED.to}`, 'install the LTS version from https://nodejs.org')
}

/** @param {string} [agent] as npm_config_user_agent has it @param {string} [path] */
export function checkPnpm (agent = process.env.npm_config_user_agent ?? '', path = process.env.PATH ?? '') {
  const lasting = findLastingPath(path)
  // ignores npm_config_user_agent under npx, because it names a pnpm that npx removes after this command
  const isOfNpx = /[\\/]_npx[\\/]/.test(path)
  const ask = () => spawnSync('pnpm --version', { shell: true, encoding: 'utf8', env: { ...process.env, PATH: lasting } }).stdout.trim()
  const version = isProgramOnPath('pnpm', lasting) && ((!isOfNpx && agent.match(/pnpm\/(\S+)/)?.[1]) || ask())
  if (!version) return makeGoodFinding('not on the PATH: type node . where a page says pnpm, or install it with npm install -g pnpm')
  return Number(version.split('.')[0]) >= 12 ? makeGoodFinding(version) : makeLimitationFinding(`${version}: expected 12 or newer`, 'npm install -g pnpm')
}

function checkAttendeeFolder () {
  try {
    // creates a folder as a test, because for root every path counts as writable, even in /proc
    explainWriteErrors(() => rmdirSync(mkdtempSync(join(findAttendeeFolder(), 'probe-'))))
    return makeGoodFinding(formatPath(findAttendeeFolder()))
  } catch (error) {
    return makeFaultFinding(error.message, process.platform === 'win32' ? '$env:HOTPATH_MY = "$HOME\\hotpath"' : 'export HOTPATH_MY=$HOME/hotpath')
  }
}

function checkBrowser () {
  if (process.platform === 'win32' || process.platform === 'darwin') return makeGoodFinding('the default browser')
  const found = process.env.BROWSER || BROWSERS.find((name) => isProgramOnPath(name))
  return found ? makeGoodFinding(found) : makeLimitationFinding('no browser is on the PATH, and flame graphs are web pages', 'copy the pages in profiles/ to another machine and open them there: each page is one file')
}

/** Checks whether a server on a free port of 127.0.0.1 can be reached. @returns {Promise<Judgement>} */
function checkLocalPorts () {
  return new Promise((resolve) => {
    const failed = (/** @type {Error} */ { message }) =>
      resolve(makeFaultFinding(`no server can be reached on 127.0.0.1: ${message}`, 'allow connections on the loopback interface (firewall, container)'))
    const server = createServer((socket) => socket.end()).on('error', failed).listen(0, '127.0.0.1', () => {
      const { port } = /** @type {AddressInfo} */ (server.address())
      connect(port, '127.0.0.1', () => resolve(makeGoodFinding(`a server on 127.0.0.1:${port} was reached`)))
        .on('error', failed).on('close', () => server.close()).resume()
    })
  })
}

async function checkMongo () {
  try {
    const { engine, version, choice } = await chooseMongoServer()
    return makeGoodFinding(choice === 'embedded' ? 'the embedded server, started when a lab needs it' : `${engine} ${version ?? ''}`.trim())
  } catch (error) {
    if (!(error instanceof CannotRun)) throw error
    return makeFaultFinding(error.what, error.advice)
  }
}

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
