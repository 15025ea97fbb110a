import { relative } from 'node:path'
import { EXIT_CODES, UsageError } from '@hotpath-labs/engine/failures.js'
import { lockMachine } from '@hotpath-labs/engine/process/lock.js'
import { drawSeed } from '@hotpath-labs/engine/stats/random.js'
import { groupDigits } from '@hotpath-labs/terminal/numbers.js'
import { TerminalProgress, findTerminalOptions, makeCommand, printJson, printLine, printNotice, saveRequestedFile } from '@hotpath-labs/terminal/terminal.js'
import { planClaims } from '@hotpath-labs/lab/plans.js'
import { formatLabArgument } from '@hotpath-labs/lab/project/project.js'
import { writeDataFile } from '@hotpath-labs/lab/data.js'
import { RESULT_SCHEMA_VERSION } from '@hotpath-labs/lab/report/result-schema.js'
import { formatTerminalReport } from '@hotpath-labs/lab/report/terminal.js'
import { findSizesFile, measureSizes } from '@hotpath-labs/records/sizes/record.js'
import { formatSizes } from '@hotpath-labs/records/sizes/screen.js'
import { findNodeBinaries } from '@hotpath-labs/command-line/choose-nodes.js'
import { findLab } from '@hotpath-labs/command-line/find-lab.js'

/** @import { OptionValues } from 'commander' */

/**
 * Measures and draws how the costs of a lab's variants grow with the size of the input (`--sizes`).
 *
 * @param {string} name of a lab
 * @param {OptionValues} options of the command line
 */
export async function showSizes (name, options) {
  const lab = await findLab(name)
  const { sizes } = lab.manifest
  if (!sizes) throw new UsageError(`${lab.name} has one size of input only. Labs with several have the field "sizes" in their lab.js.`)
  if (options.node?.length > 1) {
    const typed = makeCommand(`lab ${formatLabArgument(lab)} --sizes --node ${options.node[0]}`)
    throw new UsageError(`--sizes works with one version of Node only. Type: ${typed}`)
  }
  const [chosen] = options.node ? await findNodeBinaries(options.node) : []
  if (chosen?.missing) throw chosen.missing
  const progress = new TerminalProgress()
  process.exitCode = EXIT_CODES['closed pipe']
  const release = await lockMachine(`the sizes of ${lab.name}`, (other) => progress.waiting(other))
  const record = await measureSizes(lab, {
    seed: options.seed ?? drawSeed(),
    seconds: options.seconds,
    node: chosen?.file,
    version: chosen?.version ?? process.version,
    onSize: (size) => progress.show(`${lab.name}: ${groupDigits(size)} ${sizes.unit}`),
  }).finally(() => {
    progress.stop()
    release()
  })
  if ('verdict' in record) {
    if (options.json) printJson(record)
    else printLine(formatTerminalReport(record, planClaims(lab), findTerminalOptions()))
    process.exitCode = EXIT_CODES[record.verdict]
    return
  }
  if (options.json) printJson({ schema: RESULT_SCHEMA_VERSION, lab: lab.name, unit: sizes.unit, ...record })
  else printLine(formatSizes(lab, record, findTerminalOptions()))
  process.exitCode = 0
  const file = findSizesFile(lab.folder)
  if (options.record && saveRequestedFile(file, `${JSON.stringify(record)}\n`, writeDataFile)) printNotice(`recorded in ${relative(process.cwd(), file)}`)
}
