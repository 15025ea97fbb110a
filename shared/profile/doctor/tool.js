import { writeWhole } from 'hotpath/files'
import { programName } from 'hotpath/lab'
import { withServices } from '../drive.js'
import { buildPageFile, needsNode } from '../tools.js'
import { OLDEST_NODE } from '../vitals.js'
import { examine } from './examination.js'
import { doctorPage } from './page.js'
import { diagnose } from './rules.js'

/** @import { Tool } from '../tools.js' */
/** @import { Examination } from './examination.js' */

/** @type {Tool} */
export const tool = {
  cannot: needsNode('--tool doctor', OLDEST_NODE),

  async run (context) {
    /** @type {Examination[]} */
    const examinations = []
    await withServices(context, async (services) => {
      for (const variant of context.variants) examinations.push(await examine(context, variant, services))
    })
    const diagnoses = examinations.map(diagnose)
    const page = buildPageFile(context, 'doctor')
    writeWhole(page, doctorPage(context.lab, examinations, diagnoses))
    return {
      page,
      files: [page],
      lines: diagnoses.flatMap(({ sentence, next }, index) => [`${programName(context.lab.manifest, context.variants[index])}: ${sentence}`, ...(next ? [`  next: ${next}`] : [])]),
      failure: examinations.find(({ failure }) => failure)?.failure,
    }
  },
}
