import { spawnSync } from 'node:child_process'
import { existsSync, readFileSync, readdirSync } from 'node:fs'
import { join } from 'node:path'
import { makeGoodFinding, makeLimitationFinding } from './finding.js'

/** @import { Judgement } from './finding.js' */

/** Identifier of the scheme "power saver", the same on every Windows. */
const POWER_SAVER = 'a1841308-3541-4fab-bc81-f71556f20b4a'

/** Checks for a battery or a power saver: either makes the processor change its speed during a measurement. */
export function checkPowerSource () {
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
  const batteries = names.map((name) => (/** @type {string} */ file) => readPowerFile(join(supplies, name, file)))
    // leaves out the batteries of devices such as a wireless mouse, which Linux marks by the scope "Device"
    .filter((of) => of('type') === 'Battery' && of('scope') !== 'Device')
  if (batteries.some((of) => of('status') === 'Discharging')) return battery()
  const profile = readPowerFile(join(sys, 'firmware/acpi/platform_profile'))
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

/** @param {string} file */
function readPowerFile (file) {
  try {
    return readFileSync(file, 'utf8').trim()
  } catch {
    return undefined
  }
}
