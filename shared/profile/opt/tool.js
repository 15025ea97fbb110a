import { readFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import { wrapText } from 'hotpath/text'
import { V8_LOG_FLAGS, OLDEST_NODE_WITH_V8_LOG, parseV8Log } from '../v8/log.js'
import { recordV8Logs } from '../v8/record-logs.js'
import { writeFunctionReports } from '../v8/reports.js'
import { createNodeVersionCheck } from '../tool.js'
import { explainStatusBits, reportOptimisations } from './report.js'

/** @import { Tool } from '../tool.js' */
/** @import { Statuses } from './report.js' */

const TIERS = fileURLToPath(new URL('tiers.cjs', import.meta.url))

/** @type {Tool} */
export const optTool = {
  cannot: createNodeVersionCheck('--tool opt', OLDEST_NODE_WITH_V8_LOG),

  async run (context) {
    /** @type {Map<string, Statuses>} */
    const statuses = new Map()
    const { logs, failure } = await recordV8Logs(context, 'opt', [...V8_LOG_FLAGS, '--require', TIERS], (variant) => ({
      after: async (measured) => { statuses.set(variant, await measured.ask('tiers')) },
    }))
    const reports = Object.entries(logs)
      .map(([variant, log]) => ({
        variant,
        ...reportOptimisations(context.lab, parseV8Log(readFileSync(log, 'utf8')), statuses.get(variant)),
      }))
    const [first] = statuses.values()
    const { file, lines } = writeFunctionReports(context, 'opt', reports, first ? [wrapText(explainStatusBits(first))] : [])
    return { files: [file, ...Object.values(logs)], lines, failure }
  },
}
