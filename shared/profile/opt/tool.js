import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { programName } from 'hotpath/lab'
import { writeWhole } from 'hotpath/files'
import { wrapped } from 'hotpath/report'
import { drivenInTurn } from '../drive.js'
import { cannotRead, logFlags, parseLog } from '../v8/log.js'
import { dropLogs, keepMainLog } from '../v8/main-log.js'
import { bitsTold, optReport } from './report.js'

const TIERS = fileURLToPath(new URL('tiers.cjs', import.meta.url))

/** By then V8 has done with a lab's functions what it will do within minutes. */
const SECONDS = 2

/** @type {import('../tools.js').Tool} */
export const tool = {
  cannot: cannotRead,

  async run (context) {
    const { lab, variants, folder } = context
    /** @type {Map<string, import('./report.js').Statuses>} */
    const statuses = new Map()
    const logOf = (/** @type {string} */ variant) => join(folder, `opt-${variant}.v8.log`)
    const { failure } = await drivenInTurn(context, (variant) => {
      dropLogs(logOf(variant))
      return {
        flags: [...logFlags(logOf(variant)), '--require', TIERS],
        seconds: SECONDS,
        after: async (measured) => { statuses.set(variant, await measured.ask('tiers')) },
      }
    })

    const reports = variants.map((variant) => ({ variant, ...optReport(lab, parseLog(readFileSync(keepMainLog(logOf(variant)), 'utf8')), statuses.get(variant)) }))
    const [known] = statuses.values()
    const bits = known ? [wrapped(bitsTold(known))] : []
    const file = join(folder, 'opt.txt')
    writeWhole(file, reports.flatMap(({ variant, all }) => [variant, ...all.map((line) => `  ${line}`), '']).concat(bits).join('\n') + '\n')
    return {
      files: [file, ...variants.map(logOf)],
      lines: [...reports.flatMap(({ variant, own }) => [`${variant}: ${programName(lab.manifest, variant)}`, ...own.map((line) => `  ${line}`), '']), ...bits],
      failure,
    }
  },
}
