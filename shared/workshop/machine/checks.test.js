import { writeFileSync } from 'node:fs'
import { delimiter, join } from 'node:path'
import t from 'tap'
import { findWorstFindingState, judgeAATest } from './finding.js'
import { checkClockResolution, checkPowerOnLinux, checkPowerOnMac, checkPowerOnWindows, computeBusyShare, readCpuQuota, checkNodeVersion, checkPnpm } from './checks.js'

/** What pnpm says of itself to what it starts. */
const AGENT = 'pnpm/12.21.0 npm/? node/v20.20.2 linux x64'

/** @param {Record<string, string>} files */
const reading = (files) => (/** @type {string} */ file) => files[file] ?? ''

t.test('a container\'s quota is read from either version of control groups', async (t) => {
  t.equal(readCpuQuota(reading({})), undefined, 'none where there are no control groups')
  t.equal(readCpuQuota(reading({ '/proc/self/cgroup': '0::/\n', '/sys/fs/cgroup/cpu.max': 'max 100000\n' })), undefined)
  t.equal(readCpuQuota(reading({ '/proc/self/cgroup': '0::/\n', '/sys/fs/cgroup/cpu.max': '150000 100000\n' })), 1.5)
  t.equal(readCpuQuota(reading({ '/proc/self/cgroup': '0::/a/b\n', '/sys/fs/cgroup/a/b/cpu.max': 'max 100000', '/sys/fs/cgroup/a/cpu.max': '50000 100000' })), 0.5, 'of a group above')
  const version1 = { '/proc/self/cgroup': '5:memory:/\n4:cpu,cpuacct:/docker/c\n', '/sys/fs/cgroup/cpu,cpuacct/cpu.cfs_period_us': '100000' }
  t.equal(readCpuQuota(reading({ ...version1, '/sys/fs/cgroup/cpu,cpuacct/cpu.cfs_quota_us': '-1' })), undefined)
  t.equal(readCpuQuota(reading({ ...version1, '/sys/fs/cgroup/cpu,cpuacct/cpu.cfs_quota_us': '200000' })), 2, 'a container sees its own group as the root')
})

t.test('a battery and a power saver are found on each platform', async (t) => {
  const linux = (/** @type {any} */ files) => checkPowerOnLinux(t.testdir(files))
  const laptop = (/** @type {string} */ status) => ({ AC: { type: 'Mains\n' }, BAT0: { type: 'Battery\n', status: `${status}\n` }, mouse: { type: 'Battery\n', scope: 'Device\n', status: 'Discharging\n' } })
  t.match(linux({}), { state: 'good', says: 'no battery' })
  t.match(linux({ class: { power_supply: laptop('Charging') } }), { state: 'good', says: 'plugged in' })
  t.match(linux({ class: { power_supply: laptop('Discharging') } }), { state: 'limited', mend: /charger/ })
  t.match(linux({ class: { power_supply: laptop('Full') }, firmware: { acpi: { platform_profile: 'low-power\n' } } }), { state: 'limited', mend: /powerprofilesctl/ })

  t.match(checkPowerOnMac("Now drawing from 'AC Power'\n", ' lowpowermode         0\n'), { state: 'good' })
  t.match(checkPowerOnMac("Now drawing from 'Battery Power'\n", ''), { state: 'limited', mend: /charger/ })
  t.match(checkPowerOnMac("Now drawing from 'AC Power'\n", ' lowpowermode         1\n'), { state: 'limited', mend: /pmset/ })

  t.match(checkPowerOnWindows('', 'GUID: 381b4222-f694-41f0-9685-ff5bb260df2e  (Balanced)'), { state: 'good', says: 'no battery' })
  t.match(checkPowerOnWindows('1\r\n1\r\n', ''), { state: 'limited', mend: /charger/ }, 'two batteries')
  t.match(checkPowerOnWindows('2\r\n', 'GUID: a1841308-3541-4fab-bc81-f71556f20b4a  (Power saver)'), { state: 'limited', mend: /powercfg/ })
})

t.test('the busy share of the processors comes from two readings', async (t) => {
  /** @param {number} user @param {number} idle @returns {any} */
  const cpu = (user, idle) => ({ times: { user, nice: 0, sys: 0, idle, irq: 0 } })
  t.equal(computeBusyShare([cpu(100, 100), cpu(0, 0)], [cpu(150, 150), cpu(0, 100)]), 0.25)
  t.equal(computeBusyShare([cpu(1, 1)], [cpu(1, 1)]), 0, 'no time has passed')
})

t.test('a clock is judged by its smallest step', async (t) => {
  let reads = 0
  const stepping = (/** @type {number} */ ns) => () => BigInt(Math.floor(reads++ / 10) * ns)
  t.same([100, 50_000, 1_000_000].map((ns) => checkClockResolution(stepping(ns)).state), ['good', 'limited', 'stop'])
  t.match(checkClockResolution(() => 5n), { state: 'stop', says: 'does not move' })
})

t.test('an A/A test is judged by the differences that do not show', async (t) => {
  const run = (/** @type {number} */ ratio, /** @type {number} */ scatter) =>
    judgeAATest(/** @type {any} */ ({ failure: null, claims: [{ ratio, scatter, pairs: 5 }] }))
  t.match(run(1, 0.005), { state: 'good', says: /below 1 % / }, 'by the pairs, and not by what is believed of them')
  t.match(run(1.05, 0.1), { state: 'limited', says: /below 19 % / })
  t.match(run(0.9, 0.4), { state: 'limited', mend: /--seconds 120/ })
  t.match(judgeAATest(/** @type {any} */ ({ failure: { part: 'slow', what: 'exited with code 1' }, claims: [] })), { state: 'stop' })
})

t.test('versions of Node and pnpm are judged', async (t) => {
  t.equal(checkNodeVersion('22.4.0').state, 'good')
  t.equal(checkNodeVersion('23.4.0').state, 'limited')
  const folder = t.testdir({ _npx: { a: { '.bin': { pnpm: '', 'pnpm.cmd': '' } } }, bin: { pnpm: '', 'pnpm.cmd': '' } })
  const installed = join(folder, 'bin')
  t.match(checkPnpm(AGENT, installed), { state: 'good', says: '12.21.0' })
  t.match(checkPnpm(AGENT, join(folder, '_npx', 'a', '.bin')), { state: 'good', says: /^not on the PATH: type node \./ }, 'the next command does not find it')
  t.match(checkPnpm('pnpm/9.1.0 npm/? node/v20.20.2 linux x64', installed), { state: 'limited', mend: 'npm install -g pnpm' })
})

t.test('the installed pnpm is asked, not the pnpm that npx fetched', { skip: process.platform === 'win32' && 'it is a shell script' }, async (t) => {
  const folder = t.testdir({ _npx: { a: { '.bin': { pnpm: '' } } }, bin: {} })
  writeFileSync(join(folder, 'bin', 'pnpm'), '#!/bin/sh\necho 9.1.0\n', { mode: 0o755 })
  const path = [join(folder, '_npx', 'a', '.bin'), join(folder, 'bin')].join(delimiter)
  t.match(checkPnpm(AGENT, path), { state: 'limited', says: /^9\.1\.0: / })
})

t.test('the machine gets the worst state of its findings', async (t) => {
  const finding = (/** @type {any} */ state) => ({ name: 'one', state, says: '', mend: null })
  for (const states of [['good', 'limited'], ['limited', 'stop'], ['good']]) t.equal(findWorstFindingState(states.map(finding)), states.at(-1))
})
