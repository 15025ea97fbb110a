import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { createNodeVersionCheck } from '../tool.js'
import { V8_LOG_FLAGS, OLDEST_NODE_WITH_V8_LOG, parseV8Log } from '../v8/log.js'
import { recordV8Logs } from '../v8/record-logs.js'
import { writeFunctionReports } from '../v8/reports.js'
import { parseInliningRefusals } from './refusals.js'
import { formatInliningReport } from './report.js'

/** @import { Tool } from '../tool.js' */

/** First major version of Node that turns on Maglev, a compiler of V8. In older versions tracing Maglev only slows the program. */
const MAGLEV_SINCE = 24

/** @type {Tool} */
export const inliningTool = {
  cannot: createNodeVersionCheck('--tool inlining', OLDEST_NODE_WITH_V8_LOG),

  async run (context) {
    const { lab, folder, nodeMajor } = context
    const traceFile = (/** @type {string} */ variant) => join(folder, `inlining-${variant}.trace.txt`)
    const traceFlags = ['--trace-turbo-inlining', ...(nodeMajor < MAGLEV_SINCE ? [] : ['--trace-maglev-inlining'])]
    const { logs, failure } = await recordV8Logs(
      context,
      'inlining',
      [...V8_LOG_FLAGS, ...traceFlags],
      (variant) => ({ stdoutFile: traceFile(variant) })
    )
    const reports = Object.entries(logs).map(([variant, log]) => ({
      variant,
      ...formatInliningReport(lab, parseV8Log(readFileSync(log, 'utf8')), parseInliningRefusals(readFileSync(traceFile(variant), 'utf8'))),
    }))
    const { file, lines } = writeFunctionReports(context, 'inlining', reports)
    return { files: [file, ...Object.entries(logs).flatMap(([variant, log]) => [traceFile(variant), log])], lines, failure }
  },
}
