import { InvalidArgumentError } from 'commander'
import { existsSync } from 'node:fs'
import { basename, join } from 'node:path'
import { fromCaller } from 'hotpath/files'
import { labNames, labsInOrder, mineOf, MY, shown, typedOf } from '@hotpath-labs/project'
import { loadLab } from 'hotpath/lab'
import { isUnchanged, watchFolder, withMine } from '@hotpath-labs/workshop'
import { addresses, deskLock, isOf, readDesk, readRecording, RecordingError, serve, Stage, takeDesk, watchedAt, writeDesk } from '@hotpath-labs/stage'
import { MOST_SECONDS } from '../measuring.js'
import { withNodeOption } from '../nodes.js'
import { openPage } from '../open.js'
import { RECORDINGS, boardOf, outsideOf } from '../stage/outside.js'
import { isRecorded, recordEach } from '../stage/shipping.js'
import { UsageError, existingFile, folderOf, readable, refuse, someSeconds } from '../usage.js'

const DESKS = join(MY, 'stage')

/** Options that say something where no page is shown. */
const WITHOUT_PAGE = ['record', 'recordAll', 'node', 'seconds']

/** @param {import('commander').Command} program */
export async function demoCommand (program) {
  withNodeOption(program.command('demo'))
    .description('show a lab on a projector: question, profile, change, and slow against fast, measured live')
    .argument('[names...]', 'a lab, or a folder with a lab; default: the first lab of the workshop')
    .option('--mine', 'show your own file too')
    .option('--replay <file>', 'play this recording instead of measuring', asTyped)
    .option('--speed <n>', 'play the recording n times as fast', someTimes, 1)
    .option('--record', 'measure and profile labs without a page, and save the result as each lab\'s recording')
    .option('--record-all', 'the same for every lab whose recording is missing or has other claims than the lab')
    .option('--board [folder]', 'judge the files of several attendees on a leaderboard; they put them into a folder or drop them on the page')
    .option('--host', 'let other machines on your network watch; by default only this machine can')
    .option('--seconds <n>', 'time limit: start no new pair of processes after n seconds', someSeconds, MOST_SECONDS)
    .option('--no-open', 'print the address of the page without opening it')
    .addHelpText('after', `
Keys on the page: arrows, space or a clicker change the screen, R starts a run,
P plays the recording, N opens the notes, and ? lists all keys. For a second
screen without controls, put ?audience before the # of the address.
Every run is saved in ${shown(RECORDINGS)}. More: docs/stage.md

Exit codes: 130 after Ctrl-C, 2 usage; with --record the exit codes of pnpm lab`)
    .action(demo)
}

/** @param {string[]} names @param {any} options @param {import('commander').Command} command */
async function demo (names, options, command) {
  const modes = ['mine', 'replay', 'record', 'recordAll'].filter((mode) => options[mode])
  if (modes.length > 1) throw new UsageError(`--${modes.map(dashed).join(' and --')} cannot go together: choose one.`)
  const recording = ['record', 'recordAll'].find((mode) => options[mode])
  if (recording) refuse(command, WITHOUT_PAGE, `--${dashed(recording)} shows no page:`)
  if (options.recordAll && names.length) throw new UsageError(`--record-all records all labs and takes no name. Type: pnpm demo ${names.join(' ')} --record`)
  if (options.recordAll) return recordEach(labNames(), options, isRecorded)
  if (options.record) return recordEach(names.length ? names : [await firstLab()], options, () => false)
  if (names.length === 0 && labNames().includes(options.board)) throw new UsageError(`--board takes a folder, and ${options.board} is a lab. Type: pnpm demo ${options.board} --board`)
  const [name = await firstLab(), ...others] = names
  if (others.length) throw new UsageError(`A page shows only one lab. Type: pnpm demo ${name}`)
  if (options.speed !== 1 && !options.replay) throw new UsageError(`--speed works only with --replay. Type: pnpm demo ${name} --replay FILE --speed ${options.speed}`)
  const lab = await loadLab(folderOf(name))
  const planned = options.mine ? ladderWithMine(lab) : lab
  const replay = options.replay && readAsTyped(options.replay, lab)

  const holder = takeDesk(DESKS, lab.name)
  const desk = readDesk(DESKS, lab.name)
  // the other one may just have been started, and have no address yet
  if (holder !== undefined) throw new UsageError(`pnpm demo ${typedOf(lab)} is running already${desk.port ? `: ${addressOf(desk)} Go on there, or end` : '. End'} process ${holder} first. If that process is not from hotpath-labs, delete ${shown(deskLock(DESKS, lab.name))}`)

  const board = options.board && boardOf(lab, options)
  const stage = new Stage(planned, { ...outsideOf(lab, options), board }, { replay, speed: options.speed })
  if (board) await watchFolder(board.folder, () => stage.board?.look())
  const { port, taken } = await serve(stage, desk.token, desk.port, { isShared: options.host })
  if (taken) process.stderr.write(`port ${desk.port} is in use, so the page is on port ${port} now\n`)
  if (!writeDesk(DESKS, lab.name, { token: desk.token, port })) process.stderr.write(`${shown(DESKS)} cannot be written. If this process dies, open pages will not find the next pnpm demo.\n`)
  process.on('exit', () => stage.stop())

  const address = addressOf({ port, token: desk.token })
  process.stdout.write(`${address}\n`)
  if (options.host) {
    process.stderr.write(`Everyone on your network can now see the lab's files, figures and profile${board ? ', and the names and verdicts of the leaderboard' : ''}, without encryption. Only this machine can start or change anything.\n`)
    process.stderr.write(addresses().map((one) => `${watchedAt(one, port)}\n`).join('') || 'This machine has no network address now.\n')
    if (process.platform === 'win32') process.stderr.write('If Windows asks about node.exe, allow it on private networks.\n')
  }
  if (options.open && process.stdout.isTTY) await openPage(address)
  if (process.stdout.isTTY) process.stderr.write('Ctrl-C ends pnpm demo.\n')
  // until a signal ends it
  await new Promise(() => {})
}

/** @returns {Promise<string>} name of the workshop's first lab */
async function firstLab () {
  const [{ name }] = await labsInOrder()
  return name
}

/** @param {{ port: number | null, token: string }} desk @returns {string} of the page that may start runs */
function addressOf ({ port, token }) {
  return `http://127.0.0.1:${port}/#${token}`
}

/** @param {string} option as commander names it @returns {string} as it is typed */
function dashed (option) {
  return option.replace(/[A-Z]/g, (letter) => `-${letter.toLowerCase()}`)
}

/** @param {string} file as it was typed @param {import('hotpath/lab').Lab} lab */
function readAsTyped (file, lab) {
  try {
    const read = readRecording(fromCaller(file), lab.name, { lab: typedOf(lab), file })
    if (!isOf(read, lab)) throw new RecordingError(`${basename(file)} does not match the claims of ${lab.name}: the lab was changed, or the recording shows an attendee's file. Record it again: pnpm demo ${typedOf(lab)} --record`)
    return read
  } catch (error) {
    throw error instanceof RecordingError ? new UsageError(error.message) : error
  }
}

/** @param {import('hotpath/lab').Lab} lab @returns {import('hotpath/lab').Lab} with the attendee's file in its ladder */
function ladderWithMine (lab) {
  const { file } = mineOf(lab)
  if (!existsSync(file)) throw new UsageError(`You have not started ${lab.name}. Type: pnpm lab ${typedOf(lab)} start`)
  if (readable(file, () => isUnchanged(lab))) throw new UsageError(`Nothing changed yet: ${shown(file)} is still a copy of slow. Edit your file first.`)
  const [planned] = withMine(lab, file)
  if (!planned) throw new UsageError(`${lab.name} does not compare slow with fast, so it cannot judge your file.`)
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
