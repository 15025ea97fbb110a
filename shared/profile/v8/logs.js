import { readFileSync, readdirSync, rmSync } from 'node:fs'
import { basename, dirname, join } from 'node:path'
import { replaceFile } from '@hotpath-labs/engine/files.js'
import { parseFunctionPlace, convertUrlToPath } from './place.js'
import { runVariantsUnderLoad } from '../drive.js'

/**
 * @import { Place } from './place.js'
 * @import { Context, Failure } from '../tool.js'
 * @import { DriveOptions } from '../drive.js'
 */

/** V8's flags for a log whose lines are the same in Node 18 to 26, unlike the output of --trace-opt and --trace-deopt. */
export const V8_LOG_FLAGS = ['--log-code', '--log-deopt', '--log-source-code']

/** Oldest major version of Node whose V8 log has the lines that this file parses. */
export const OLDEST_NODE_WITH_V8_LOG = 18

/**
 * V8's marks for compiled code, each with its compiler tier. V8 may add `o` for on-stack replacement (OSR) or `'` for code of one closure.
 */
const TIERS = /** @type {const} */ ({ '~': 'ignition', '^': 'sparkplug', '+': 'maglev', '*': 'turbofan' })

/** Number of characters to read of a log line about a script. The script's number and path come first, then its whole source. */
const MAX_SCRIPT_CHARS = 4000

/**
 * @typedef {'ignition' | 'sparkplug' | 'maglev' | 'turbofan'} Tier
 *
 * @typedef {object} Compiled one piece of code
 * @property {Tier} tier
 * @property {number} us time of compilation, in µs after V8's start
 * @property {Fn[]} inlined functions, repeated for each time they were inlined
 *
 * @typedef {object} Fn a function of the source
 * @property {string} name
 * @property {Place} place
 * @property {number | undefined} script V8's number of the file
 * @property {Compiled[]} codes in the order of compilation
 *
 * @typedef {object} Deopt code that V8 discarded or left
 * @property {Fn} fn
 * @property {number} us in µs after V8's start
 * @property {Tier} tier
 * @property {string} kind such as eager, lazy, dependency-change
 * @property {string} reason in V8's words
 * @property {Place | undefined} at place of the unexpected value
 * @property {Place[]} inlinedAt the inlined calls that lead to this place, innermost first
 */

/**
 * Parses V8's log. Lists the functions that ran, and their deoptimisations.
 *
 * @param {string} text
 * @returns {{ functions: Fn[], deopts: Deopt[], shared: Map<string, Fn> }} all functions that ran; `shared` by the address in V8's traces
 */
export function parseV8Log (text) {
  /** @type {Map<string, number>} */
  const scripts = new Map()
  /** @type {Map<string, Fn>} */
  const functions = new Map()
  /** @type {Map<string, Fn>} */
  const shared = new Map()
  /** code by address; V8 reuses addresses, so newer code replaces older code @type {Map<string, { fn: Fn, code: Compiled }>} */
  const codes = new Map()
  /** @type {Deopt[]} */
  const deopts = []

  /** @type {Record<string, (fields: string[]) => void>} */
  const events = {
    'script-source': ([, id, url]) => scripts.set(convertUrlToPath(unescape(url)), Number(id)),
    'code-creation': ([, , , us, address, , name, sfi, mark]) => {
      const tier = TIERS[/** @type {keyof typeof TIERS} */ (mark?.replace(/[o']/g, ''))]
      const found = tier && parseFunctionPlace(unescape(name))
      if (!found) return
      const key = Object.values(found.place).join(':')
      const fn = functions.get(key) ?? { ...found, script: undefined, codes: [] }
      /** @type {Compiled} */
      const code = { tier, us: Number(us), inlined: [] }
      fn.codes.push(code)
      functions.set(key, fn)
      shared.set(sfi, fn)
      codes.set(address, { fn, code })
    },
    'code-source-info': ([, address, , , , , inlinings, sfis]) => {
      const known = sfis?.match(/0x[0-9a-f]+/g) ?? []
      for (const [, index] of inlinings?.matchAll(/F(\d+)/g) ?? []) {
        const fn = shared.get(known[Number(index)])
        if (fn) codes.get(address)?.code.inlined.push(fn)
      }
    },
    'code-deopt': ([, us, , address, , , kind, places, reason]) => {
      const [at, ...inlinedAt] = unescape(places).match(/<[^>]+>/g)?.flatMap((place) => parseFunctionPlace(place.slice(1, -1))?.place ?? []) ?? []
      const lost = codes.get(address)
      if (lost) {
        deopts.push({
          fn: lost.fn,
          us: Number(us),
          tier: lost.code.tier,
          kind: kind.replace('deopt-', ''),
          reason: unescape(reason),
          at,
          inlinedAt,
        })
      }
    },
    'code-move': ([, from, to]) => move(codes, from, to),
    'sfi-move': ([, from, to]) => move(shared, from, to),
  }
  for (const line of text.split('\n')) {
    const handle = events[line.slice(0, line.indexOf(','))]
    handle?.(line.startsWith('script-source') ? line.slice(0, MAX_SCRIPT_CHARS).split(',', 3) : line.split(','))
  }
  for (const fn of functions.values()) fn.script = scripts.get(fn.place.file)
  return { functions: [...functions.values()], deopts, shared }
}

/** @template T @param {Map<string, T>} map @param {string} from @param {string} to */
function move (map, from, to) {
  const moved = map.get(from)
  if (moved) map.set(to, moved)
}

/** @param {string} [text] with V8's escapes for commas, backslashes and the like: \x2C, \\, \n */
function unescape (text = '') {
  return text.replace(
    /\\(?:x([0-9A-F]{2})|u([0-9A-F]{4})|(.))/gi,
    (_, two, four, one) => one ? one === 'n' ? '\n' : one : String.fromCharCode(parseInt(two ?? four, 16))
  )
}

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

/** Seconds of load. V8 optimises a lab's functions within two seconds, and even minutes of load change nothing more. */
const SECONDS = 2

/**
 * Runs the variants under load, one after the other, and records a V8 log of each.
 *
 * @param {Context} context
 * @param {string} tool that names the files
 * @param {string[]} flags for node
 * @param {(variant: string) => Partial<DriveOptions>} [optionsFor]
 * @returns {Promise<{ logs: Record<string, string>, failure?: Failure }>} paths of the logs, by variant
 */
export async function recordV8Logs (context, tool, flags, optionsFor) {
  const logs = Object.fromEntries(context.variants.map((variant) => [variant, join(context.folder, `${tool}-${variant}.v8.log`)]))
  const { failure } = await runVariantsUnderLoad(context, (variant) => {
    removeV8Logs(logs[variant])
    return { ...optionsFor?.(variant), flags: [...flags, buildV8LogFileFlag(logs[variant])], seconds: SECONDS }
  })
  Object.values(logs).forEach(keepOnlyMainThreadLog)
  return { logs, failure }
}
