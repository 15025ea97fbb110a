import { readFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import { wrapText } from 'hotpath/report'
import { LOG_FLAGS, OLDEST_NODE, parseLog } from '../v8/log.js'
import { recordLogs } from '../v8/record-logs.js'
import { writeReports } from '../v8/reports.js'
import { explainNodeNeeded } from '../tools.js'
import { formatStatusBits, reportOptimisations } from './report.js'

/** @import { Tool } from '../tools.js' */
/** @import { Statuses } from './report.js' */

const TIERS = fileURLToPath(new URL('tiers.cjs', import.meta.url))

/** @type {Tool} */
export const tool = {
  cannot: explainNodeNeeded('--tool opt', OLDEST_NODE),

  async run (context) {
    /** @type {Map<string, Statuses>} */
    const statuses = new Map()
    const { logs, failure } = await recordLogs(context, 'opt', [...LOG_FLAGS, '--require', TIERS], (variant) => ({
      after: async (measured) => { statuses.set(variant, await measured.ask('tiers')) },
    }))
    const reports = Object.entries(logs)
      .map(([variant, log]) => ({
        variant,
        ...reportOptimisations(context.lab, parseLog(readFileSync(log, 'utf8')), statuses.get(variant)),
      }))
    const [first] = statuses.values()
    const { file, lines } = writeReports(context, 'opt', reports, first ? [wrapText(formatStatusBits(first))] : [])
    return { files: [file, ...Object.values(logs)], lines, failure }
  },
}
