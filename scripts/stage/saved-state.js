import { basename, join } from 'node:path'
import { ATTENDEE_FOLDER, formatPath, formatLabArgument } from '@hotpath-labs/project'
import { findStateLock, fitsLab, readSavedState, readRecording, RecordingError, lockSavedState, writeSavedState } from '@hotpath-labs/stage'
import { resolveUserPath } from 'hotpath/files'
import { UsageError } from '../usage.js'
import { warn } from '../terminal.js'

/** @import { Lab } from 'hotpath/lab' */

const DESKS = join(ATTENDEE_FOLDER, 'stage')

/** Opens the saved state of a lab's stage, which one process at a time may use. @param {Lab} lab */
export function openSavedState (lab) {
  const holder = lockSavedState(DESKS, lab.name)
  const desk = readSavedState(DESKS, lab.name)
  if (holder !== undefined) {
    // no address, because a process that has just started may not have saved it
    const address = desk.port ? `: ${formatAddress(desk.port, desk.token)} Go on there, or end` : '. End'
    throw new UsageError(`pnpm demo ${formatLabArgument(lab)} is running already${address} process ${holder} first. ` +
      `If that process is not from hotpath-labs, delete ${formatPath(findStateLock(DESKS, lab.name))}`)
  }
  const { port, token } = desk
  return {
    port,
    token,
    /** Saves the port, so that open pages find the server of the next pnpm demo. @param {number} port */
    save (port) {
      if (!writeSavedState(DESKS, lab.name, { token, port })) warn(`${formatPath(DESKS)} cannot be written. If this process dies, open pages will not find the next pnpm demo.`)
    },
  }
}

/** @param {string} file as it was typed @param {Lab} lab */
export function readReplay (file, lab) {
  try {
    const recording = readRecording(resolveUserPath(file), lab.name, { lab: formatLabArgument(lab), file })
    if (fitsLab(recording, lab)) return recording
  } catch (error) {
    throw error instanceof RecordingError ? new UsageError(error.message) : error
  }
  throw new UsageError(`${basename(file)} does not match the claims of ${lab.name}: the lab was changed, or the recording shows an attendee's file. ` +
    `Record it again: pnpm demo ${formatLabArgument(lab)} --record`)
}

/** Formats the address of the page that may start runs (it contains the token). @param {number} port @param {string} token */
export function formatAddress (port, token) {
  return `http://127.0.0.1:${port}/#${token}`
}
