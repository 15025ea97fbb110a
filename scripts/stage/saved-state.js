import { basename, join } from 'node:path'
import { UsageError } from '@hotpath-labs/engine/failures.js'
import { ATTENDEE_FOLDER, formatPath, formatLabArgument } from '@hotpath-labs/lab/project/project.js'
import { findPortLockFile, forgetPort, lockSavedPort, readOrMakeSecret, readSavedPort, savePort } from '@hotpath-labs/stage/saved-state.js'
import { recordingShowsLabClaims } from '@hotpath-labs/stage/recording.js'
import { readRecording } from '@hotpath-labs/stage/recording-files.js'
import { resolveUserPath } from '@hotpath-labs/engine/files.js'
import { printNotice } from '@hotpath-labs/engine/cli/terminal.js'

/** @import { Lab } from '@hotpath-labs/lab/load.js' */

const STATE_FOLDER = join(ATTENDEE_FOLDER, 'stage')

/** Names of the secrets' files. No lab's name begins with a dot. */
const [PAGES, HAND_IN] = ['.pages', '.hand-in']

/**
 * Locks a lab's `pnpm demo`, so that only one process shows it, and reads its port and the token of all pages of this machine.
 *
 * @param {Lab} lab
 */
export function lockAndReadDemoState (lab) {
  const holder = lockSavedPort(STATE_FOLDER, lab.name)
  const port = readSavedPort(STATE_FOLDER, lab.name)
  const { token, isSaved } = readOrMakeSecret(STATE_FOLDER, PAGES)
  if (holder !== undefined) {
    // leaves out the address if the running `pnpm demo` has just started and has not saved its port yet
    const advice = port ? `End process ${holder} first, or use its page: ${formatPageAddress(port, token)}` : `End process ${holder} first.`
    throw new UsageError(`pnpm demo ${formatLabArgument(lab)} is running already. ${advice} ` +
      `If that process is not from hotpath-labs, delete ${formatPath(findPortLockFile(STATE_FOLDER, lab.name))}`)
  }
  return {
    port,
    token,
    /** Saves the port until this process ends by itself: after a crash open pages find the next `pnpm demo`. @param {number} now */
    save (now) {
      process.on('exit', () => forgetPort(STATE_FOLDER, lab.name))
      if (!savePort(STATE_FOLDER, lab.name, now) || !isSaved) printNotice(`${formatPath(STATE_FOLDER)} cannot be written. Pages that are open now will not find the next pnpm demo, so open the address that it prints.`)
    },
  }
}

/** @returns {string} the secret of all boards of this machine, from which the code for handing in is made */
export function readHandInSecret () {
  return readOrMakeSecret(STATE_FOLDER, HAND_IN).token
}

/** @param {string} file as it was typed @param {Lab} lab */
export function readReplayFile (file, lab) {
  const recording = readRecording(resolveUserPath(file), lab.name, { lab: formatLabArgument(lab), file })
  if (recordingShowsLabClaims(recording, lab)) return recording
  throw new UsageError(`${basename(file)} does not match the claims of ${lab.name}: the lab was changed, or the recording shows an attendee's file. ` +
    `Record it again: pnpm demo ${formatLabArgument(lab)} --record`)
}

/**
 * Formats the address of the instructor's page; the token in the address allows the page to start runs.
 *
 * @param {number} port
 * @param {string} token
 */
export function formatPageAddress (port, token) {
  return `http://127.0.0.1:${port}/#${token}`
}
