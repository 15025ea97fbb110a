import { UsageError } from '@hotpath-labs/engine/failures.js'
import { planClaims } from '@hotpath-labs/lab/plans.js'
import { listLabNames, formatLabArgument, formatPath } from '@hotpath-labs/lab/project/project.js'
import { loadLabsInOrder } from '@hotpath-labs/lab/project/timetable.js'
import { watchFolder } from '@hotpath-labs/workshop/attempt/watcher.js'
import { HandIn } from '@hotpath-labs/stage/hand-in.js'
import { listNetworkAddresses, serveStagePages, formatAudienceAddress, formatHandInAddress } from '@hotpath-labs/stage/server.js'
import { DemoStage } from '@hotpath-labs/stage/stage.js'
import { makeNumberParser, parseExistingFile, parseSeconds } from '@hotpath-labs/terminal/parse.js'
import { makeCommand, printLine, printNotice } from '@hotpath-labs/terminal/terminal.js'
import { refuseUnchangedCopy, findAttemptFile, planAttemptMeasurements } from '@hotpath-labs/command-line/attempt-file.js'
import { addNodeOption } from '@hotpath-labs/command-line/choose-nodes.js'
import { findLab, refuseDemonstration } from '@hotpath-labs/command-line/find-lab.js'
import { DEFAULT_TIME_LIMIT_SECONDS } from '@hotpath-labs/command-line/measuring-options.js'
import { openInBrowser } from '@hotpath-labs/command-line/browser.js'
import { findRecordingsFolder, makeStageAdapters, makeBoardAdapters } from '@hotpath-labs/stage/processes.js'
import { hasCurrentRecording, recordDemos } from '@hotpath-labs/stage/record-demos.js'
import { readReplayFile } from '@hotpath-labs/stage/recording-files.js'
import { formatPageAddress, lockAndReadDemoState, readHandInSecret } from '@hotpath-labs/stage/saved-state.js'
import { refuseUnusedOptions, refuseExclusiveOptions, formatOptionFlag } from '@hotpath-labs/command-line/usage.js'

/**
 * @import { LabPlan } from '@hotpath-labs/lab/plans.js'
 * @import { Lab } from '@hotpath-labs/lab/load.js'
 * @import { Judging } from '@hotpath-labs/stage/board.js'
 * @import { Recording } from '@hotpath-labs/stage/recording.js'
 */

/**
 * @typedef {object} DemoOptions options of `pnpm demo`
 * @property {string} [node] path of a node binary
 * @property {boolean} [mine]
 * @property {string} [replay] file as it was typed
 * @property {number} speed
 * @property {boolean} [record]
 * @property {boolean} [recordAll]
 * @property {string | true} [board] folder, or true for the lab's own one
 * @property {boolean} [handIn]
 * @property {boolean} [host]
 * @property {number} seconds
 * @property {boolean} open false with --no-open
 */

/** Options that are allowed with --record or --record-all. Options about the page are refused, because a recording shows no page. */
const WITHOUT_PAGE = ['record', 'recordAll', 'node', 'seconds']

/** @param {import('commander').Command} program */
export async function registerCommand (program) {
  addNodeOption(program.command('demo'))
    .description('show a lab on a projector: its question, its profile, the change of code, and a live measurement of slow against fast')
    .argument('[names...]', 'a lab, or a folder with a lab; default: the first lab of the workshop')
    .option('--mine', 'show your own file too')
    .option('--replay <file>', 'play this recording instead of measuring', parseTypedFile)
    .option('--speed <n>', 'play the recording n times as fast', makeNumberParser('a number from 0.1 to 100', 0.1, 100), 1)
    .option('--record', 'measure and profile labs without showing a page, and save a recording of each lab')
    .option('--record-all', 'like --record, for all labs whose recording is missing or shows older claims than lab.js')
    .option('--board [folder]', 'judge the files of several attendees on a board, a screen of its own; put the files into a folder or drop them on the page')
    .option('--hand-in', 'let attendees hand files in for the board, at an address and with a code that the board shows; add --host for other machines')
    .option('--host', 'let other machines on your network open the page; by default only this machine can')
    .option('--seconds <n>', 'time limit: start no new pair of processes after n seconds', parseSeconds, DEFAULT_TIME_LIMIT_SECONDS)
    .option('--no-open', 'print the address of the page without opening it')
    .addHelpText('after', `
Keys on the page: arrows, space or a clicker change the screen, R starts a run,
P plays the recording, N opens the notes, and ? lists all keys. For a second
screen without controls, put ?audience before the # of the address.
Every run is saved in ${formatPath(findRecordingsFolder())}. More: docs/stage.md

Exit codes: 130 after Ctrl-C, 2 usage; with --record the exit codes of pnpm lab`)
    .action(runDemo)
}

/** @param {string[]} names @param {DemoOptions} options @param {import('commander').Command} command */
async function runDemo (names, options, command) {
  const mode = refuseExclusiveOptions(options, ['mine', 'replay', 'record', 'recordAll'])
  if (mode === 'record' || mode === 'recordAll') {
    refuseUnusedOptions(command, WITHOUT_PAGE, `${formatOptionFlag(mode)} shows no page:`)
    return record(mode, names, options)
  }
  if (names.length === 0 && listLabNames().includes(/** @type {string} */ (options.board))) {
    throw new UsageError(`--board takes a folder, and ${options.board} is a lab. Type: ${makeCommand(`demo ${options.board} --board`)}`)
  }
  const [name = await findFirstLab(), ...others] = names
  if (others.length) throw new UsageError(`A page shows only one lab. Type: ${makeCommand(`demo ${name}`)}`)
  if (options.speed !== 1 && !options.replay) {
    throw new UsageError(`--speed works only with --replay. Type: ${makeCommand(`demo ${name} --replay FILE --speed ${options.speed}`)}`)
  }
  return showPage(await findLab(name), options)
}

/** @param {'record' | 'recordAll'} mode @param {string[]} names @param {DemoOptions} options */
async function record (mode, names, options) {
  if (mode === 'record') return recordDemos(names.length ? names : [await findFirstLab()], options, () => false)
  if (names.length) throw new UsageError(`--record-all records all labs and takes no name. Type: ${makeCommand(`demo ${names.join(' ')} --record`)}`)
  return recordDemos([], options, hasCurrentRecording)
}

/** @param {Lab} lab @param {DemoOptions} options */
async function showPage (lab, options) {
  const { handIn: isHandIn, host, open, speed } = options
  if (isHandIn) options.board ??= true
  if (options.mine || options.board) refuseDemonstration(lab)
  if (options.mine && lab.manifest.exercise) {
    const typed = makeCommand(`lab ${formatLabArgument(lab)} mine`)
    throw new UsageError(`${lab.name} judges your file itself, so the stage has no figures of it. Type: ${typed}`)
  }
  const planned = options.mine ? planMine(lab) : planClaims(lab)
  const replay = /** @type {Recording | undefined} */ (options.replay && readReplayFile(options.replay, lab))
  const saved = lockAndReadDemoState(lab)
  const board = /** @type {Judging | undefined} */ (options.board && makeBoardAdapters(lab, options))
  const stage = new DemoStage(planned, { ...makeStageAdapters(lab, options), board }, { replay, speed })
  if (board) await watchFolder(board.folder, () => stage.board?.look())
  const handIn = isHandIn && stage.board ? new HandIn(stage.board, readHandInSecret()) : undefined
  const { port, taken } = await serveStagePages(stage, saved.token, saved.port, { isShared: host, handIn })
  if (taken) printNotice(`port ${saved.port} is in use, so the page is on port ${port} now`)
  saved.save(port)
  process.on('exit', () => stage.stop())
  const address = formatPageAddress(port, saved.token)
  printLine(address)
  if (host) warnAboutNetwork(port, { hasBoard: Boolean(board), handIn })
  if (handIn) printHandInAddresses(port, handIn.code, host)
  if (open && process.stdout.isTTY) await openInBrowser(address)
  if (process.stdout.isTTY) printNotice('Ctrl-C ends it.')
  // never resolves: `pnpm demo` runs until a signal, such as Ctrl-C, ends the process
  await new Promise(() => {})
}

/** @returns {Promise<string>} name of the workshop's first lab */
async function findFirstLab () {
  const [{ name }] = await loadLabsInOrder()
  return name
}

/** @param {number} port @param {{ hasBoard: boolean, handIn?: HandIn }} how */
function warnAboutNetwork (port, { hasBoard, handIn }) {
  const shown = hasBoard
    ? 'files, figures and profile of the lab, and the names and verdicts on the board'
    : 'files, figures and profile of the lab'
  printNotice(`Everyone on your network can now see the ${shown}, without encryption. ${handIn ? 'Everyone who knows the code can hand in files. ' : ''}Only this machine can start or change anything${handIn ? ' else' : ''}.`)
  const known = listNetworkAddresses()
  for (const address of known) printNotice(formatAudienceAddress(address, port))
  if (known.length === 0) printNotice('This machine has no network address, so no other machine can open the page. Connect it to a network first.')
  if (process.platform === 'win32') printNotice('If Windows asks whether node.exe may use the network, allow private networks.')
}

/** @param {number} port @param {string} code @param {boolean} [isShared] */
function printHandInAddresses (port, code, isShared) {
  const hosts = isShared ? listNetworkAddresses() : ['127.0.0.1']
  printNotice(`Attendees hand in their files at ${hosts.map((host) => formatHandInAddress(host, port)).join(' or ')}, with the code ${code}.`)
  if (!isShared) printNotice('Only this machine can open that page. For a room, add --host.')
}

/** @param {Lab} lab @returns {LabPlan} of the attendee's file under the lab's own workload */
function planMine (lab) {
  const file = findAttemptFile(lab)
  refuseUnchangedCopy(lab, file)
  return planAttemptMeasurements(lab, file)[0]
}

/** Checks that a file exists, but returns the path as the user typed it, because messages quote the path. @param {string} text */
function parseTypedFile (text) {
  parseExistingFile(text)
  return text
}
