import { readFileSync, readdirSync, rmSync } from 'node:fs'
import { basename, dirname, join } from 'node:path'
import { replaceWith } from 'hotpath/files'

/** What V8 names in a worker thread's log, and in no other: the script by which that begins. */
const WORKER = /[ ,](?:node:)?internal\/main\/worker_thread(?:\.js)?:/

/** Makes V8 log to a file: it puts its process id in place of %p, and the time in place of %t. @param {string} file absolute */
export const logFileFlag = (file) => `--logfile=${file.replaceAll('%', '%%')}`

/**
 * Brings what the main thread has logged to the place that `--logfile` named. Each isolate of a process writes a file of its own, because a worker thread
 * would empty one that they share.
 *
 * @param {string} file that `--logfile` names, absolute
 * @returns {string} the same; it is not there if the process wrote none
 */
export function keepMainLog (file) {
  for (const log of logsOf(file)) {
    if (WORKER.test(readFileSync(log, 'utf8'))) rmSync(log)
    else replaceWith(log, file)
  }
  return file
}

/** Removes what an earlier process has logged. @param {string} file that `--logfile` names, absolute */
export function dropLogs (file) {
  for (const log of [file, ...logsOf(file)]) rmSync(log, { force: true })
}

/** Windows writes addresses without 0x, and Node before 12 no process id. @param {string} file */
function logsOf (file) {
  const name = basename(file)
  return readdirSync(dirname(file)).filter((other) => /^isolate-?(?:0x)?[0-9a-f]+-(?:\d+-)?/i.test(other) && other.endsWith(`-${name}`)).map((other) => join(dirname(file), other))
}
