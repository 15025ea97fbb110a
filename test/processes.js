import { execFileSync } from 'node:child_process'

/** @param {number} parent @returns {number[]} the processes that it has started, where there is ps */
export function childrenOf (parent) {
  return execFileSync('ps', ['-eo', 'pid=,ppid='], { encoding: 'utf8' }).trim().split('\n')
    .map((line) => line.trim().split(/\s+/).map(Number)).filter(([, ppid]) => ppid === parent).map(([pid]) => pid)
}

/** @param {number} pid @returns {boolean} one that has ended and that nobody has heard of yet does not */
export function lives (pid) {
  try {
    process.kill(pid, 0)
    return !execFileSync('ps', ['-o', 'stat=', '-p', String(pid)], { encoding: 'utf8' }).trim().startsWith('Z')
  } catch {
    return false
  }
}
