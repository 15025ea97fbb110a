import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { explainNodeNeeded } from '../tools.js'
import { LOG_FLAGS, OLDEST_NODE, parseLog } from '../v8/log.js'
import { recordLogs } from '../v8/record-logs.js'
import { writeReports } from '../v8/reports.js'
import { parseRefusals } from './refusals.js'
import { reportInlining } from './report.js'

/** @import { Tool } from '../tools.js' */

/** Oldest major version of Node with Maglev on: before, tracing Maglev only slows the program. */
const MAGLEV_SINCE = 24

/** @type {Tool} */
export const tool = {
  cannot: explainNodeNeeded('--tool inlining', OLDEST_NODE),

  async run (context) {
    const { lab, folder, nodeMajor } = context
    const traceFile = (/** @type {string} */ variant) => join(folder, `inlining-${variant}.trace.txt`)
    const traceFlags = ['--trace-turbo-inlining', ...(nodeMajor < MAGLEV_SINCE ? [] : ['--trace-maglev-inlining'])]
    const { logs, failure } = await recordLogs(
      context,
      'inlining',
      [...LOG_FLAGS, ...traceFlags],
      (variant) => ({ stdoutFile: traceFile(variant) })
    )
    const reports = Object.entries(logs).map(([variant, log]) => ({
      variant,
      ...reportInlining(lab, parseLog(readFileSync(log, 'utf8')), parseRefusals(readFileSync(traceFile(variant), 'utf8'))),
    }))
    const { file, lines } = writeReports(context, 'inlining', reports)
    return { files: [file, ...Object.entries(logs).flatMap(([variant, log]) => [traceFile(variant), log])], lines, failure }
  },
}
