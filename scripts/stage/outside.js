import { fork } from 'node:child_process'
import { statSync } from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { fromCaller, makeFolder } from 'hotpath/files'
import { mineOf, MY, ROOT, shown } from '@hotpath-labs/project'
import { linkPackages, withMine } from '@hotpath-labs/workshop'
import { isWorthKeeping, remember } from '../results.js'
import { UsageError } from '../usage.js'
import { endable } from '../ending.js'

const MEASURER = fileURLToPath(new URL('measurer.js', import.meta.url))
const PROFILER = fileURLToPath(new URL('profiler.js', import.meta.url))
const BOARDS = join(MY, 'board')

/** Characters kept of what a child writes to stderr: a stack trace and more. */
const STDERR_KEPT = 4000

/** To which every run goes. */
export const RECORDINGS = join(MY, 'recordings')

/** @param {import('hotpath/lab').Lab} lab @param {any} options @returns {import('@hotpath-labs/stage').Outside} */
export function outsideOf (lab, options) {
  return {
    measure: (onEvent, onEnd) => measure(lab, options, onEvent, onEnd),
    profile: (onEvent) => profile(lab, options, onEvent),
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
 * @param {import('hotpath/lab').Lab} lab
 * @param {any} options
 * @param {(event: import('@hotpath-labs/stage').StageEvent) => void} onEvent
 * @param {() => void} onEnd
 */
export function measure (lab, { mine, seconds, node, file }, onEvent, onEnd) {
  if (mine) linkPackages(lab)
  return begin(MEASURER, { folder: lab.folder, file: mine ? mineOf(lab).file : file, options: { seconds, chosen: node && { file: node } } }, onEvent, (_, wrong) => {
    if (wrong) onEvent({ type: 'failed', what: wrong.message })
    onEnd()
  })
}

/**
 * Draws the flame graphs of `pnpm lab <name> profile`, in a process of its own.
 *
 * @param {import('hotpath/lab').Lab} lab
 * @param {any} options
 * @param {(event: import('@hotpath-labs/stage').ProfileEvent) => void} [onEvent]
 * @returns {{ done: Promise<string | undefined>, stop: () => void }} `done`: with what went wrong, if anything did
 */
export function profile ({ folder }, { node }, onEvent = () => {}) {
  /** @type {() => void} */
  let stop = () => {}
  const done = new Promise((resolve) => {
    ({ stop } = begin(PROFILER, { folder, node }, onEvent, (last, wrong, code) => {
      if (last?.type === 'profiled') resolve(undefined)
      else resolve(last?.type === 'failed' ? last.what : wrong?.message ?? `the profiler exited with code ${code}`)
    }))
  })
  return { done, stop }
}

/**
 * Starts a child that sends events over its channel. The terminal shows the child's stderr only if the child fails.
 *
 * @param {string} module
 * @param {object} asked what the child is to do
 * @param {(event: any) => void} onEvent
 * @param {(last: any, wrong: Error | undefined, code: number | null) => void} onEnd called once, with the last event
 * @returns {{ stop: () => void }}
 */
function begin (module, asked, onEvent, onEnd) {
  const child = fork(module, { execArgv: [], stdio: ['ignore', 'ignore', 'pipe', 'ipc'] })
  let stderr = ''
  /** @type {any} */
  let last
  let isStopped = false
  child.stderr?.setEncoding('utf8').on('data', (text) => { stderr = (stderr + text).slice(-STDERR_KEPT) })
  child.on('message', (event) => {
    last = event
    onEvent(event)
  })
  const stop = endable(child, (wrong, code) => {
    const isWell = last?.type === 'profiled' || (last?.type === 'result' && last.result.verdict !== 'cannot run')
    if (!isWell && !isStopped) process.stderr.write(stderr)
    onEnd(last, wrong, code)
  })
  child.send(asked)
  return {
    stop () {
      isStopped = true
      stop()
    },
  }
}

/** @param {import('hotpath/lab').Lab} lab @param {any} options @returns {import('@hotpath-labs/stage').Judging} */
export function boardOf (lab, options) {
  const folder = options.board === true ? join(BOARDS, lab.name) : fromCaller(options.board)
  if (options.board === true) makeFolder(folder)
  else if (!statSync(folder, { throwIfNoEntry: false })?.isDirectory()) throw new UsageError(`There is no folder ${folder}. Make it, or type --board alone to use ${shown(join(BOARDS, lab.name))}.`)
  if (withMine(lab, '').length === 0) throw new UsageError(`${lab.name} does not compare slow with fast, so it cannot judge a file.`)
  return { folder, work: join(BOARDS, '.judged', lab.name), judge: (file, onEvent, onEnd) => measure(lab, { ...options, mine: false, file }, onEvent, onEnd) }
}

/** @param {import('hotpath/lab').Lab} lab @param {'html' | 'json'} extension @returns {string} where its profile is */
export function flameFile ({ name }, extension) {
  return join(ROOT, 'profiles', name, `flame.${extension}`)
}
