'use strict'

const { spawnSync } = require('node:child_process')

/** @param {number} id of a process, or minus that of the first of a group: on Windows, of a process and what it has started */
module.exports = function end (id) {
  if (id < 0 && process.platform === 'win32') {
    spawnSync('taskkill', ['/pid', String(-id), '/t', '/f'])
    return
  }
  try {
    process.kill(id, 'SIGKILL')
  } catch (gone) {}
}
