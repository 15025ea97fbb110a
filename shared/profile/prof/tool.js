import { closeSync, openSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { programName } from 'hotpath/lab'
import { finished } from '../command.js'
import { drivenInTurn } from '../drive.js'
import { dropLogs, keepMainLog, logFileFlag } from '../v8/main-log.js'
import { shareLines } from '../v8/shares.js'
import { parseTicks } from './ticks.js'

const SECONDS = 2

/** Some ten times what it takes. */
const PROCESSED_WITHIN_MS = 30_000

/** A share of ticks that nothing is known of, and the picture is still right. */
const BEARABLE = 0.1

/** @type {import('../tools.js').Tool} */
export const tool = {
  async run (context) {
    const { lab, variants, folder, node } = context
    const logOf = (/** @type {string} */ variant) => join(folder, `prof-${variant}.v8.log`)
    const textOf = (/** @type {string} */ variant) => join(folder, `prof-${variant}.txt`)
    const { failure } = await drivenInTurn(context, (variant) => {
      dropLogs(logOf(variant))
      return { flags: ['--prof', logFileFlag(logOf(variant))], seconds: SECONDS }
    })

    const lines = []
    for (const variant of variants) {
      context.onProgress(`${variant}: node --prof-process`)
      const stdout = openSync(textOf(variant), 'w')
      const { code, said } = await finished(node, ['--prof-process', keepMainLog(logOf(variant))], { cwd: folder, stdout, withinMs: PROCESSED_WITHIN_MS }).finally(() => closeSync(stdout))
      if (code !== 0) {
        lines.push(`${variant}: node --prof-process failed: ${said.split('\n')[0]}`)
        continue
      }
      const { ticks, unaccounted, rows } = parseTicks(readFileSync(textOf(variant), 'utf8'))
      lines.push(`${variant}: ${programName(lab.manifest, variant)}`, ...shareLines(lab, rows.map(({ ticks, name }) => ({ name, count: ticks })), ticks),
        ...(unaccounted > ticks * BEARABLE ? [`  ${unaccounted} of ${ticks} ticks are unaccounted for, which is usual before Node 26. --tool flame shows that time.`] : []), '')
    }
    return { files: variants.flatMap((variant) => [textOf(variant), logOf(variant)]), lines, failure }
  },
}
