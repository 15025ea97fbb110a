import { readFileSync } from 'node:fs'

/** Milliseconds per unit of CPU time in `/proc/<pid>/stat`, on every Linux since 2.6 (man 5 proc, USER_HZ). */
const MS_PER_COUNT = 10

/**
 * `childrenCpuMs`: of children that have ended
 *
 * @typedef {{ state: string, group: number, cpuMs: number, childrenCpuMs: number }} CpuState
 */

/** @param {string} file of the kernel @returns {string} its text without the last line end; empty where it cannot be read */
export function readKernelFile (file) {
  try {
    return readFileSync(file, 'utf8').trim()
  } catch {
    return ''
  }
}

/** @param {number | 'self' | undefined} pid @param {'stat' | 'status' | 'environ' | 'io'} file */
export const readProcFile = (pid, file) => readKernelFile(`/proc/${pid}/${file}`)

/** @param {number | 'self' | undefined} pid @returns {CpuState | undefined} state and CPU time, where the system has procfs */
export function readProcessStateAndCpuTime (pid) {
  // splits after the command's name, which may contain spaces: then the state is field 0, the group 2, user and system CPU time 11 and 12
  const [state, ...fields] = readProcFile(pid, 'stat').split(') ').at(-1)?.split(' ') ?? []
  const [own, system, children, systemOfChildren] = fields.slice(10).map(Number)
  if (fields.length === 0) return undefined
  const [cpuMs, childrenCpuMs] = [own + system, children + systemOfChildren].map((counts) => counts * MS_PER_COUNT)
  return { state, group: Number(fields[1]), cpuMs, childrenCpuMs }
}

/** @param {number | undefined} pid @returns {number} resident bytes; 0 where the system has no procfs */
export function readResidentBytes (pid) {
  const [, kilobytes = '0'] = readProcFile(pid, 'status').match(/^VmRSS:\s+(\d+) kB$/m) ?? []
  return Number(kilobytes) * 1024
}

/** @param {number} pid @returns {boolean} true where the process exists, also another user's */
export function isProcessRunning (pid) {
  try {
    // refuses process id 0, because a signal to 0 goes to this process's own group
    return pid > 0 && process.kill(pid, 0)
  } catch (error) {
    return error.code === 'EPERM'
  }
}
