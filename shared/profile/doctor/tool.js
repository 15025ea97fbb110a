import { writeFileAtomically } from '@hotpath-labs/engine/files.js'
import { formatNextCommands, makeCommand } from '@hotpath-labs/terminal/terminal.js'
import { formatLabArgument } from '@hotpath-labs/lab/project/project.js'
import { runForEachVariantWithServices } from '../drive.js'
import { buildPagePath, createNodeVersionCheck } from '../tool.js'
import { OLDEST_NODE_WITH_PROCESS_METRICS } from '../process-metrics.js'
import { recordProcessMetrics } from './examination.js'
import { renderDoctorPage } from './page.js'
import { diagnoseExamination } from './rules.js'

/** @import { Tool } from '../tool.js' */

/** @type {Tool} */
export const doctorTool = {
  cannot: createNodeVersionCheck('--tool doctor', OLDEST_NODE_WITH_PROCESS_METRICS),

  async run (context) {
    const { results, failure } = await runForEachVariantWithServices(context, (variant, services) =>
      recordProcessMetrics(context, variant, services))
    const diagnoses = results.map(diagnoseExamination)
    const page = buildPagePath(context, 'doctor')
    writeFileAtomically(page, renderDoctorPage(context.plan, results, diagnoses))
    return {
      page,
      files: [page],
      lines: diagnoses.flatMap(({ sentence, tool, next }, index) => {
        const variant = context.variants[index]
        const command = tool && makeCommand(`lab ${formatLabArgument(context.plan.lab)} profile ${variant} --tool ${tool}`)
        const advice = command ? formatNextCommands([[command, String(next)]]) : `next  ${next}`
        return [`${context.plan.programs[variant].title}: ${sentence}`, ...next ? [advice] : []]
      }),
      failure,
    }
  },
}
