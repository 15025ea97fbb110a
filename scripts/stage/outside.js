import { fork, spawn } from 'node:child_process'
import { statSync } from 'node:fs'
import { join } from 'node:path'
import { createInterface } from 'node:readline'
import { fileURLToPath } from 'node:url'
import { fromCaller } from '../../shared/lab/caller.js'
import { ROOT } from '../../shared/lab/root.js'
import { WAITED, isWaiting } from '../../shared/measure/process/lock.js'
import { withMine } from '../../shared/mine/contender.js'
import { linkPackages } from '../../shared/mine/copy.js'
import { MY, makeFolder, mineOf, shown } from '../../shared/mine/place.js'
import { isWorthKeeping, remember } from '../results.js'
import { UsageError } from '../usage.js'
import { endable } from '../ending.js'

const CLI = fileURLToPath(new URL('../cli.js', import.meta.url))
const MEASURER = fileURLToPath(new URL('measurer.js', import.meta.url))
const BOARDS = join(MY, 'board')

/** To which every run goes. */
export const RECORDINGS = join(MY, 'recordings')

/** @param {import('../../shared/lab/find.js').Lab} lab @param {any} options @returns {import('../../shared/stage/stage.js').Outside} */
export function outsideOf (lab, options) {
  return {
    measure: (onEvent, onEnd) => measure(lab, options, onEvent, onEnd),
    profile: (onWait) => profile(lab, options, onWait),
    flamePage: flameFile(lab, 'html'),
    flameData: flameFile(lab, 'json'),
    recordings: RECORDINGS,
    tell: (text) => process.stderr.write(`${text}\n`),
    onResult: (result) => { if (isWorthKeeping(lab, result, { node: options.node && [options.node] })) remember(result) },
  }
}

/**
 * The measurement of `pnpm lab`, in a process of its own: what a page asks of this one is not to disturb it.
 *
 * @param {import('../../shared/lab/find.js').Lab} lab
 * @param {any} options
 * @param {(event: import('../../shared/stage/run.js').StageEvent) => void} onEvent
 * @param {() => void} onEnd
 */
export function measure (lab, { mine, seconds, node, file }, onEvent, onEnd) {
  if (mine) linkPackages(lab)
  const child = fork(MEASURER, { execArgv: [], stdio: ['ignore', 'ignore', 'inherit', 'ipc'] })
  child.on('message', onEvent)
  const stop = endable(child, (wrong) => {
    if (wrong) onEvent({ type: 'failed', what: wrong.message })
    onEnd()
  })
  child.send({ folder: lab.folder, file: mine ? mineOf(lab).file : file, options: { seconds, chosen: node && { file: node } } })
  return { stop }
}

/**
 * @param {import('../../shared/lab/find.js').Lab} lab
 * @param {any} options
 * @param {(told: string) => void} [onWait] told of another measurement that has to end first
 * @returns {{ done: Promise<string | undefined>, stop: () => void }} `done`: with what went wrong, if anything did
 */
export function profile ({ folder }, { node }, onWait = () => {}) {
  const child = spawn(process.execPath, [CLI, 'lab', folder, 'profile', '--no-open', ...(node ? ['--node', node] : [])], { stdio: ['ignore', 'ignore', 'pipe', 'ipc'] })
  /** @type {string[]} */
  const said = []
  createInterface(/** @type {import('node:stream').Readable} */ (child.stderr)).on('line', (line) => {
    // what comes after it says that the waiting is over
    onWait(isWaiting(line) ? line : '')
    if (!isWaiting(line) && line !== WAITED) said.push(line)
  })
  /** @type {() => void} */
  let stop = () => {}
  const done = new Promise((resolve) => {
    stop = endable(child, (wrong, code) => resolve(wrong?.message ?? (code === 0 ? undefined : said.find(Boolean) ?? `it ended with code ${code}`)))
  })
  return { done, stop }
}

/** @param {import('../../shared/lab/find.js').Lab} lab @param {any} options @returns {import('../../shared/stage/board.js').Judging} */
export function boardOf (lab, options) {
  const folder = options.board === true ? join(BOARDS, lab.name) : fromCaller(options.board)
  if (options.board === true) makeFolder(folder)
  else if (!statSync(folder, { throwIfNoEntry: false })?.isDirectory()) throw new UsageError(`There is no folder ${folder}. Make it, or type --board alone: then it is ${shown(join(BOARDS, lab.name))}.`)
  if (withMine(lab, '').length === 0) throw new UsageError(`${lab.name} claims nothing over slow, so a file cannot be judged by it.`)
  return { folder, work: join(BOARDS, '.judged', lab.name), judge: (file, onEvent, onEnd) => measure(lab, { ...options, mine: false, file }, onEvent, onEnd) }
}

/** @param {import('../../shared/lab/find.js').Lab} lab @param {'html' | 'json'} extension @returns {string} where its profile is */
export function flameFile ({ name }, extension) {
  return join(ROOT, 'profiles', name, `flame.${extension}`)
}
