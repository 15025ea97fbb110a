import { basename, join } from 'node:path'
import { MY, shown, typedOf } from '@hotpath-labs/project'
import { deskLock, isOf, readDesk, readRecording, RecordingError, takeDesk, writeDesk } from '@hotpath-labs/stage'
import { fromCaller } from 'hotpath/files'
import { UsageError } from '../usage.js'
import { warn } from '../terminal.js'

/** @import { Stage } from '@hotpath-labs/stage' */
/** @import { Lab } from 'hotpath/lab' */

const DESKS = join(MY, 'stage')

/** Exit codes after which nothing is restored: a normal end, SIGHUP, SIGINT, SIGTERM. */
const ORDERLY = [0, 129, 130, 143]

/** Opens the saved state of a lab's page, for one process at a time. @param {Lab} lab */
export function openDesk (lab) {
  const holder = takeDesk(DESKS, lab.name)
  const desk = readDesk(DESKS, lab.name)
  if (holder !== undefined) {
    // a process that has just started has no address yet
    const address = desk.port ? `: ${formatAddress(desk.port, desk.token)} Go on there, or end` : '. End'
    throw new UsageError(`pnpm demo ${typedOf(lab)} is running already${address} process ${holder} first. ` +
      `If that process is not from hotpath-labs, delete ${shown(deskLock(DESKS, lab.name))}`)
  }
  const { port, token } = desk
  return {
    port,
    token,
    /** Shows again what a server that died had shown. @param {Stage} stage @param {Lab} planned */
    restore (stage, planned) {
      if (desk.at && desk.at.screen <= stage.lastScreen) stage.at = desk.at
      if (desk.running) return stage.interrupted()
      if (desk.shown) showRecording(stage, desk.shown, planned)
    },
    /** Saves the state at each change, and when this process ends. @param {Stage} stage @param {number} port */
    keepSaved (stage, port) {
      const save = (/** @type {boolean} */ isOver) => writeDesk(DESKS, lab.name, {
        token,
        port,
        at: isOver ? null : stage.at,
        running: !isOver && stage.isGoing && stage.source?.kind === 'live',
        shown: isOver ? null : stage.shown,
      })
      if (!save(false)) warn(`${shown(DESKS)} cannot be written. If this process dies, open pages will not find the next pnpm demo.`)
      stage.on('leave', () => save(false))
      // before the lock is released, because the next server reads the state
      process.prependListener('exit', (code) => {
        // stopping the run below must not be saved as a change
        stage.removeAllListeners('leave')
        save(ORDERLY.includes(code))
        stage.stop()
      })
    },
  }
}

/** @param {Stage} stage @param {string} file @param {Lab} lab */
function showRecording (stage, file, lab) {
  try {
    const recording = readRecording(file, lab.name)
    if (isOf(recording, lab)) stage.show(recording, file)
  } catch (error) {
    if (!(error instanceof RecordingError)) throw error
  }
}

/** @param {string} file as it was typed @param {Lab} lab */
export function readReplay (file, lab) {
  try {
    const recording = readRecording(fromCaller(file), lab.name, { lab: typedOf(lab), file })
    if (isOf(recording, lab)) return recording
  } catch (error) {
    throw error instanceof RecordingError ? new UsageError(error.message) : error
  }
  throw new UsageError(`${basename(file)} does not match the claims of ${lab.name}: the lab was changed, or the recording shows an attendee's file. ` +
    `Record it again: pnpm demo ${typedOf(lab)} --record`)
}

/** Formats the address of the page that may start runs. @param {number} port @param {string} token */
export function formatAddress (port, token) {
  return `http://127.0.0.1:${port}/#${token}`
}
