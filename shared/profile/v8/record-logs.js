import { join } from 'node:path'
import { loadVariantsInTurn } from '../drive.js'
import { dropLogs, keepOnlyMainThreadLog, logFileFlag } from './main-log.js'

/** @import { Context, Failure } from '../tools.js' */
/** @import { DriveOptions } from '../drive.js' */

/** Seconds of load: after two seconds V8 has compiled a lab's functions as it would within minutes. */
const SECONDS = 2

/**
 * Runs the variants in turn, and records a V8 log of each.
 *
 * @param {Context} context
 * @param {string} tool that names the files
 * @param {string[]} flags for node
 * @param {(variant: string) => Partial<DriveOptions>} [optionsFor]
 * @returns {Promise<{ logs: Record<string, string>, failure?: Failure }>} paths of the logs, by variant
 */
export async function recordLogs (context, tool, flags, optionsFor) {
  const logs = Object.fromEntries(context.variants.map((variant) => [variant, join(context.folder, `${tool}-${variant}.v8.log`)]))
  const { failure } = await loadVariantsInTurn(context, (variant) => {
    dropLogs(logs[variant])
    return { ...optionsFor?.(variant), flags: [...flags, logFileFlag(logs[variant])], seconds: SECONDS }
  })
  Object.values(logs).forEach(keepOnlyMainThreadLog)
  return { logs, failure }
}
