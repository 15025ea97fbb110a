import { readFileSync } from 'node:fs'

/** `/proc/<pid>/stat` counts CPU time in hundredths of a second, on every Linux since 2.6 (man 5 proc, USER_HZ). */
const MS_PER_COUNT = 10

/** @typedef {{ state: string, cpuMs: number }} CpuState */

/** @param {number | 'self' | undefined} pid @param {'stat' | 'status'} file @returns {string} nothing where the system does not tell: Linux does */
export function readProcFile (pid, file) {
  try {
    return readFileSync(`/proc/${pid}/${file}`, 'utf8')
  } catch {
    return ''
  }
}

/** @param {number | undefined} pid @returns {CpuState | undefined} how a process looks from outside, where the system tells it */
export function readCpuState (pid) {
  // after the command's name, which may hold anything: state, and eleven fields on utime and stime
  const fields = readProcFile(pid, 'stat').split(') ').at(-1)?.split(' ') ?? []
  return fields.length > 1 ? { state: fields[0], cpuMs: (Number(fields[11]) + Number(fields[12])) * MS_PER_COUNT } : undefined
}

/** @param {number | undefined} pid @returns {number} bytes of memory that a process has; 0 where the system does not tell */
export function readMemory (pid) {
  const [, kilobytes = '0'] = readProcFile(pid, 'status').match(/^VmRSS:\s+(\d+) kB$/m) ?? []
  return Number(kilobytes) * 1024
}
