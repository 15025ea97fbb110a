/** @param {number} pid @returns {boolean} whether there is such a process, somebody else's too */
export function isRunning (pid) {
  try {
    // 0 would ask for this process's own group
    return pid > 0 && process.kill(pid, 0)
  } catch (error) {
    return error.code === 'EPERM'
  }
}
