import { spawn } from 'node:child_process'
import { writeFileAtomically } from '@hotpath-labs/engine/files.js'
import { CommandError, cancelKillOnExit, copyCleanEnvironment, killOnExit, killProcess, runCommand } from '@hotpath-labs/engine/process/child.js'

/** @import { ChildProcess, SpawnOptions } from 'node:child_process' */

/**
 * Starts a command in a process group of its own, and kills the group when the current process exits.
 *
 * @param {string} file
 * @param {string[]} args
 * @param {SpawnOptions} [options]
 * @returns {{ child: ChildProcess, endAll: () => void }} `endAll` ends the command and its children
 */
export function startCommand (file, args, options = {}) {
  const child = spawn(
    file,
    args,
    { windowsHide: true, ...options, detached: process.platform !== 'win32', env: { ...copyCleanEnvironment(), ...options.env } }
  )
  const { pid } = child
  if (!pid) return { child, endAll () {} }
  killOnExit(-pid)
  child.on('close', () => cancelKillOnExit(-pid))
  return { child, endAll: () => killProcess(-pid) }
}

/**
 * Runs a command, and writes what it prints on stdout into a file, even if the command fails.
 *
 * @param {string} command
 * @param {string[]} args
 * @param {string} file absolute
 * @param {{ cwd: string, seconds: number }} options `seconds`: time limit, after which the command is killed
 * @returns {Promise<string | undefined>} why the command failed, in one line
 */
export async function saveCommandOutput (command, args, file, options) {
  try {
    writeFileAtomically(file, await runCommand(command, args, options))
  } catch (error) {
    if (!(error instanceof CommandError)) throw error
    writeFileAtomically(file, error.stdout)
    return (error.stderr.trim() || error.message).split('\n')[0]
  }
}
