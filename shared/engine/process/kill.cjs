'use strict'

const { spawnSync } = require('node:child_process')

/**
 * Kills a process or a process group.
 * @param {number} id pid, or minus the group's pid; on Windows a group is a process and its children
 */
module.exports = function killProcess (id) {
  if (id < 0 && process.platform === 'win32') {
    spawnSync('taskkill', ['/pid', String(-id), '/t', '/f'])
    return
  }
  try {
    process.kill(id, 'SIGKILL')
  } catch (gone) {}
}
