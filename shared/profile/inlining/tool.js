import { closeSync, openSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { programName } from 'hotpath/lab'
import { writeWhole } from 'hotpath/files'
import { drivenInTurn } from '../drive.js'
import { cannotRead, logFlags, parseLog } from '../v8/log.js'
import { dropLogs, keepMainLog } from '../v8/main-log.js'
import { parseRefusals } from './refusals.js'
import { inliningReport } from './report.js'

/** As long as opt's: the same code is made. */
const SECONDS = 2

/** Since when Maglev is on by default; to trace it slows it down. */
const MAGLEV_SINCE = 24

/** @type {import('../tools.js').Tool} */
export const tool = {
  cannot: cannotRead,

  async run (context) {
    const { lab, variants, folder, nodeMajor } = context
    const traceFlags = ['--trace-turbo-inlining', ...(nodeMajor < MAGLEV_SINCE ? [] : ['--trace-maglev-inlining'])]
    const fileOf = (/** @type {string} */ variant, /** @type {string} */ ending) => join(folder, `inlining-${variant}.${ending}`)
    /** @type {number[]} */
    const traces = []
    const { failure } = await drivenInTurn(context, (variant) => {
      const log = fileOf(variant, 'v8.log')
      dropLogs(log)
      const stdout = openSync(fileOf(variant, 'trace.txt'), 'w')
      traces.push(stdout)
      return { flags: [...logFlags(log), ...traceFlags], stdout, seconds: SECONDS }
    }).finally(() => { for (const trace of traces) closeSync(trace) })

    const reports = variants.map((variant) => {
      const log = parseLog(readFileSync(keepMainLog(fileOf(variant, 'v8.log')), 'utf8'))
      return { variant, ...inliningReport(lab, log, parseRefusals(readFileSync(fileOf(variant, 'trace.txt'), 'utf8'))) }
    })
    const file = join(folder, 'inlining.txt')
    writeWhole(file, reports.flatMap(({ variant, all }) => [variant, ...all.map((line) => `  ${line}`), '']).join('\n'))
    return {
      files: [file, ...variants.flatMap((variant) => [fileOf(variant, 'trace.txt'), fileOf(variant, 'v8.log')])],
      lines: reports.flatMap(({ variant, own }) => [`${variant}: ${programName(lab.manifest, variant)}`, ...own, '']),
      failure,
    }
  },
}
