import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { saveCommandOutput } from '../command.js'
import { recordV8Logs } from '../v8/logs.js'
import { formatVariantSection, formatTimeShares } from '../v8/reports.js'

/** @import { Context, Tool } from '../tool.js' */

/** Pattern of a row that node --prof-process prints: ticks, one or two percentages, and a function's name. */
const ROW = /^ +(\d+) +[\d.]+% +(?:[\d.]+% +)?(\S.*)$/

/**
 * Parses the output of node --prof-process, which counts V8's samples (ticks) per function.
 *
 * @param {string} text
 * @returns {{ ticks: number, unaccounted: number, rows: [name: string, ticks: number][] }} libraries, functions and native code in one list
 */
export function parseProfTicks (text) {
  const [, ticks = 0, unaccounted = 0] = text.match(/\((\d+) ticks, (\d+) unaccounted/) ?? []
  const [tables] = text.split(/^ \[(?:Summary|Bottom up)/m)
  /** @type {[name: string, ticks: number][]} */
  const rows = []
  for (const line of tables.split('\n')) {
    const [, count, name] = line.match(ROW) ?? []
    if (name) rows.push([name, Number(count)])
  }
  return { ticks: Number(ticks), unaccounted: Number(unaccounted), rows }
}

/** Time limit in seconds for node --prof-process, about a hundred times the usual time: it ends only what hangs. */
const MAX_SECONDS = 300

/** The output warns if V8 could not assign more than this share of its samples (ticks) to a function. */
const MAX_UNACCOUNTED = 0.1

/** @type {Tool} */
export const profTool = {
  async run (context) {
    const { logs, failure } = await recordV8Logs(context, 'prof', ['--prof'])
    const lines = []
    const files = []
    for (const [variant, log] of Object.entries(logs)) {
      context.onProgress(`${variant}: node --prof-process`)
      const file = join(context.folder, `prof-${variant}.txt`)
      lines.push(...formatVariantSection(context.plan, variant, await processTicks(context, log, file)))
      files.push(file, log)
    }
    return { files, lines, failure }
  },
}

/** @param {Context} context @param {string} log @param {string} file for Node's text @returns {Promise<string[]>} */
async function processTicks ({ plan: { lab }, node, folder }, log, file) {
  const failed = await saveCommandOutput(node, ['--prof-process', log], file, { cwd: folder, seconds: MAX_SECONDS })
  if (failed) return [`node --prof-process failed: ${failed}`]
  const { ticks, unaccounted, rows } = parseProfTicks(readFileSync(file, 'utf8'))
  const lines = formatTimeShares(lab, rows, ticks)
  if (unaccounted > ticks * MAX_UNACCOUNTED) {
    lines.push(`${unaccounted} of ${ticks} CPU samples (ticks) belong to no function, which is usual before Node 26. --tool flame shows their time.`)
  }
  return lines
}
