import { join } from 'node:path'
import { runVariantsUnderLoad } from '../drive.js'
import { removeV8Logs, keepOnlyMainThreadLog, buildV8LogFileFlag } from './main-log.js'

/** @import { Context, Failure } from '../tool.js' */
/** @import { DriveOptions } from '../drive.js' */

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
