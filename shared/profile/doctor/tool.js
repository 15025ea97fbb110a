import { programName } from 'hotpath/lab'
import { writeWhole } from 'hotpath/files'
import { withServices } from '../drive.js'
import { pageFile } from '../tools.js'
import { OLDEST_NODE } from '../vitals.js'
import { examine } from './examination.js'
import { doctorPage } from './page.js'
import { diagnose } from './rules.js'

/** @type {import('../tools.js').Tool} */
export const tool = {
  cannot: ({ nodeMajor }) => nodeMajor < OLDEST_NODE ? `--tool doctor needs Node ${OLDEST_NODE} or newer, and this is Node ${nodeMajor}. Leave --node out, or use --tool prof.` : undefined,

  async run (context) {
    /** @type {import('./examination.js').Examination[]} */
    const examinations = []
    await withServices(context, async (services) => {
      for (const variant of context.variants) examinations.push(await examine(context, variant, services))
    })
    const diagnoses = examinations.map(diagnose)
    const file = pageFile(context, 'doctor')
    writeWhole(file, doctorPage(context.lab, examinations, diagnoses))
    return {
      page: file,
      files: [file],
      lines: diagnoses.flatMap(({ sentence, next }, index) => [`${programName(context.lab.manifest, examinations[index].variant)}: ${sentence}`, ...(next ? [`  next: ${next}`] : [])]),
      failure: examinations.find(({ failure }) => failure)?.failure,
    }
  },
}
