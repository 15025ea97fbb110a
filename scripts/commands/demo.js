import { InvalidArgumentError } from 'commander'
import { existsSync } from 'node:fs'
import { basename, join } from 'node:path'
import { fromCaller } from '../../shared/lab/caller.js'
import { labNames, loadLab, typedOf } from '../../shared/lab/find.js'
import { workshop } from '../../shared/lab/workshop.js'
import { isRunning } from '../../shared/measure/process/running.js'
import { withMine } from '../../shared/mine/contender.js'
import { isUnchanged } from '../../shared/mine/copy.js'
import { MY, mineOf, shown } from '../../shared/mine/place.js'
import { watchFolder } from '../../shared/mine/watcher.js'
import { deskFile, readDesk, writeDesk } from '../../shared/stage/desk.js'
import { RecordingError, isOf, readRecording } from '../../shared/stage/recording.js'
import { serve } from '../../shared/stage/server.js'
import { Stage } from '../../shared/stage/stage.js'
import { addresses, watchedAt } from '../../shared/stage/visitors.js'
import { MOST_SECONDS } from '../measuring.js'
import { withNodeOption } from '../nodes.js'
import { openPage } from '../open.js'
import { RECORDINGS, boardOf, outsideOf } from '../stage/outside.js'
import { isRecorded, recordEach } from '../stage/shipping.js'
import { UsageError, existingFile, folderOf, readable, refuse, someSeconds } from '../usage.js'

const DESKS = join(MY, 'stage')

/** Exit codes of a page that somebody ended: by itself, or by SIGHUP, SIGINT, SIGTERM. */
const ORDERLY = [0, 129, 130, 143]

/** Options that say something where no page is shown. */
const WITHOUT_PAGE = ['record', 'recordAll', 'node', 'seconds']

/** @param {import('commander').Command} program */
export async function demoCommand (program) {
  withNodeOption(program.command('demo'))
    .description('a page for a projector: the question, the profile, the change, and slow against fast, measured live')
    .argument('[names...]', 'a lab, or the path of a folder that holds one; by default the first of the workshop')
    .option('--mine', 'with your file in the ladder')
    .option('--replay <file>', 'play a recording instead of every run', asTyped)
    .option('--speed <n>', 'play it this many times as fast', someTimes, 1)
    .option('--record', 'measure and profile one lab or several, without a page, and keep that as the recording that each ships')
    .option('--record-all', 'the same for all labs whose recording is missing, or is of other claims')
    .option('--board [folder]', 'list the files of several attendees, each judged here: from a folder, or dropped on the page')
    .option('--host', 'let other machines on your network watch; without it, only this one can')
    .option('--seconds <n>', 'start no new pair after this many seconds', someSeconds, MOST_SECONDS)
    .option('--no-open', 'print the address of the page without opening it')
    .addHelpText('after', `
On the page: arrows, space or a clicker lead through five screens, R runs, P plays the recording, N opens the notes, ? lists all keys.
The same address with ?audience before the # is a page without controls, for other screens of this machine.
Every run goes to ${shown(RECORDINGS)}. docs/stage.md has the rest.

Exit codes: 130 after Ctrl-C, 2 usage; with --record those of pnpm lab`)
    .action(demo)
}

/** @param {string[]} names @param {any} options @param {import('commander').Command} command */
async function demo (names, options, command) {
  const modes = ['mine', 'replay', 'record', 'recordAll'].filter((mode) => options[mode])
  if (modes.length > 1) throw new UsageError(`--${modes.map(dashed).join(' and --')} cannot go together: choose one.`)
  const recording = ['record', 'recordAll'].find((mode) => options[mode])
  if (recording) refuse(command, WITHOUT_PAGE, `--${dashed(recording)} shows no page:`)
  if (options.recordAll && names.length) throw new UsageError(`--record-all is about all labs. Type: pnpm demo ${names.join(' ')} --record`)
  if (options.recordAll) return recordEach(labNames(), options, isRecorded)
  if (options.record) return recordEach(names.length ? names : [workshop()[0].lab], options, () => false)
  if (names.length === 0 && labNames().includes(options.board)) throw new UsageError(`${options.board} is a lab. Type: pnpm demo ${options.board} --board`)
  const [name = workshop()[0].lab, ...others] = names
  if (others.length) throw new UsageError(`A page shows one lab. Type: pnpm demo ${name}`)
  if (options.speed !== 1 && !options.replay) throw new UsageError(`--speed is for a recording. Type: pnpm demo ${name} --replay FILE --speed ${options.speed}`)
  const lab = await loadLab(folderOf(name))
  const planned = options.mine ? ladderWithMine(lab) : lab
  const replay = options.replay && readAsTyped(options.replay, lab)

  const desk = readDesk(DESKS, lab.name)
  // a second server would take the first one's pages, and the copies that it judges
  if (desk.pid && desk.pid !== process.pid && isRunning(desk.pid)) throw new UsageError(`pnpm demo ${typedOf(lab)} is running already: ${addressOf(desk)} Go on there, or end process ${desk.pid} first. If that is another program, delete ${shown(deskFile(DESKS, lab.name))}`)

  const board = options.board && boardOf(lab, options)
  const stage = new Stage(planned, { ...outsideOf(lab, options), board }, { replay, speed: options.speed })
  restore(stage, desk, planned)
  if (board) await watchFolder(board.folder, () => stage.board?.look())
  const { port, taken } = await serve(stage, desk.token, desk.port, { isShared: options.host })
  if (taken) process.stderr.write(`port ${desk.port} is in use: the page is on ${port} now\n`)
  const leave = (/** @type {boolean} */ isOver, /** @type {number | null} */ pid = process.pid) => writeDesk(DESKS, lab.name, { token: desk.token, port, pid, at: isOver ? null : stage.at, running: !isOver && stage.isGoing && stage.source?.kind === 'live', shown: isOver ? null : stage.shown })
  if (!leave(false)) process.stderr.write(`${shown(DESKS)} cannot be written: if this process dies, open pages will not find the next one\n`)
  stage.on('leave', () => leave(false))
  // Ctrl-C too: what goes on ends with this process, and nothing is to be found again
  process.on('exit', (code) => {
    // what a server that broke leaves is found again by the next one, and a run that ends with it is no run that was stopped
    stage.removeAllListeners('leave')
    leave(ORDERLY.includes(code), null)
    stage.stop()
  })

  const address = addressOf({ port, token: desk.token })
  process.stdout.write(`${address}\n`)
  if (options.host) {
    process.stderr.write(`Everyone on your network can now watch, unencrypted: the lab's files, its figures and profile${board ? ', the names on the board and how each was judged' : ''}. Only this machine can start or change anything.\n`)
    process.stderr.write(addresses().map((one) => `${watchedAt(one, port)}\n`).join('') || 'This machine has no network address now.\n')
    if (process.platform === 'win32') process.stderr.write('Windows asks whether node.exe may be reached: allow it on private networks.\n')
  }
  if (options.open && process.stdout.isTTY) await openPage(address)
  if (process.stdout.isTTY) process.stderr.write('Ctrl-C ends it.\n')
  // until a signal ends it
  await new Promise(() => {})
}

/** @param {{ port: number | null, token: string }} desk @returns {string} of the page that may start runs */
function addressOf ({ port, token }) {
  return `http://127.0.0.1:${port}/#${token}`
}

/**
 * What a server that died has left is shown again.
 *
 * @param {Stage} stage @param {import('../../shared/stage/desk.js').Desk} desk @param {import('../../shared/lab/find.js').Lab} lab
 */
function restore (stage, { at, running, shown: file }, lab) {
  if (at && at.screen <= stage.lastScreen) stage.at = at
  if (running) return stage.interrupted()
  if (!file) return
  try {
    const left = readRecording(file, lab.name)
    if (isOf(left, lab)) stage.show(left, file)
  } catch (error) {
    if (!(error instanceof RecordingError)) throw error
  }
}

/** @param {string} option as commander names it @returns {string} as it is typed */
function dashed (option) {
  return option.replace(/[A-Z]/g, (letter) => `-${letter.toLowerCase()}`)
}

/** @param {string} file as it was typed @param {import('../../shared/lab/find.js').Lab} lab */
function readAsTyped (file, lab) {
  try {
    const read = readRecording(fromCaller(file), lab.name, { lab: typedOf(lab), file })
    if (!isOf(read, lab)) throw new RecordingError(`${basename(file)} is a recording of other claims than ${lab.name} has now, such as those of an attendee's file. Record it again: pnpm demo ${typedOf(lab)} --record`)
    return read
  } catch (error) {
    throw error instanceof RecordingError ? new UsageError(error.message) : error
  }
}

/** @param {import('../../shared/lab/find.js').Lab} lab @returns {import('../../shared/lab/find.js').Lab} with the attendee's file in its ladder */
function ladderWithMine (lab) {
  const { file } = mineOf(lab)
  if (!existsSync(file)) throw new UsageError(`You have not started ${lab.name}. Type: pnpm lab ${typedOf(lab)} start`)
  if (readable(file, () => isUnchanged(lab))) throw new UsageError(`Nothing changed yet: ${shown(file)} is still slow. Edit it first.`)
  const [planned] = withMine(lab, file)
  if (!planned) throw new UsageError(`${lab.name} claims nothing over slow, so your file cannot be judged by it.`)
  return planned
}

/** @param {string} text @returns {string} the same: what to type next has the path that was typed */
function asTyped (text) {
  existingFile(text)
  return text
}

/** @param {string} text @returns {number} */
function someTimes (text) {
  const number = Number(text)
  if (!(number >= 0.1 && number <= 100)) throw new InvalidArgumentError('Expected a number from 0.1 to 100.')
  return number
}
