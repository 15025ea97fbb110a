import { writeFileAtomically } from 'hotpath/files'
import { findProgramName } from 'hotpath/lab'
import { forEachVariantWithServices } from '../drive.js'
import { buildPageFile, explainNodeNeeded } from '../tools.js'
import { OLDEST_NODE } from '../vitals.js'
import { recordVitalSigns } from './examination.js'
import { renderDoctorPage } from './page.js'
import { diagnose } from './rules.js'

/** @import { Tool } from '../tools.js' */

/** @type {Tool} */
export const tool = {
  cannot: explainNodeNeeded('--tool doctor', OLDEST_NODE),

  async run (context) {
    const { results, failure } = await forEachVariantWithServices(context, (variant, services) =>
      recordVitalSigns(context, variant, services))
    const diagnoses = results.map(diagnose)
    const page = buildPageFile(context, 'doctor')
    writeFileAtomically(page, renderDoctorPage(context.lab, results, diagnoses))
    return {
      page,
      files: [page],
      lines: diagnoses.flatMap(({ sentence, next }, index) => [
        `${findProgramName(context.lab.manifest, context.variants[index])}: ${sentence}`,
        ...(next ? [`  next: ${next}`] : []),
      ]),
      failure,
    }
  },
}
