import { readFileSync, readdirSync, rmSync } from 'node:fs'
import { basename, dirname, join } from 'node:path'
import { replaceFile } from 'hotpath/files'

/** Pattern of the script with which Node starts a worker thread. Only the log of a worker thread names this script. */
const WORKER = /[ ,](?:node:)?internal\/main\/worker_thread(?:\.js)?:/

/**
 * Builds the flag that sets V8's log file. Doubles each % of the path, because V8 replaces %p by the process id and %t by the time.
 *
 * @param {string} file absolute
 */
export const buildV8LogFileFlag = (file) => `--logfile=${file.replaceAll('%', '%%')}`

/**
 * Moves the main thread's log to the path of `--logfile`, and removes the logs of worker threads. V8 writes one log per thread:
 * in a single file, a worker thread would delete the main thread's lines.
 *
 * @param {string} file of `--logfile`, absolute
 * @returns {string} the same path; no file is there if the process wrote no log
 */
export function keepOnlyMainThreadLog (file) {
  for (const log of listLogs(file)) {
    if (WORKER.test(readFileSync(log, 'utf8'))) rmSync(log)
    else replaceFile(log, file)
  }
  return file
}

/** Removes the V8 logs that an earlier run wrote with the same `--logfile`. @param {string} file of `--logfile`, absolute */
export function removeV8Logs (file) {
  for (const log of [file, ...listLogs(file)]) rmSync(log, { force: true })
}

/**
 * Lists the log files of all threads. V8 writes no 0x into the file names on Windows, and no process id before Node 12.
 *
 * @param {string} file
 */
function listLogs (file) {
  const name = basename(file)
  return readdirSync(dirname(file))
    .filter((other) => /^isolate-?(?:0x)?[0-9a-f]+-(?:\d+-)?/i.test(other) && other.endsWith(`-${name}`))
    .map((other) => join(dirname(file), other))
}
