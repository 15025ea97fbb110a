/** @param {number} pid @returns {boolean} true where the process exists, also another user's */
export function isProcessRunning (pid) {
  try {
    // refuses process id 0, because a signal to 0 goes to this process's own group
    return pid > 0 && process.kill(pid, 0)
  } catch (error) {
    return error.code === 'EPERM'
  }
}
