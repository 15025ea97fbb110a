import { labsInOrder, listWorkshopSteps } from '@hotpath-labs/project'
import { readNotes } from '@hotpath-labs/stage'

/** @returns {Promise<string>} the workshop's timetable in Markdown: each lab's place, minutes and reason */
export async function renderTimetable () {
  const rows = (await listWorkshopSteps()).map(({ lab, minutes, why, isDemonstration }, index) =>
    `| ${index + 1} | [${lab}](../labs/${lab})${isDemonstration ? ', a demonstration' : ''} | ${minutes} | ${why} |`)
  return ['| | lab | minutes | why it comes here |', '|---|---|---|---|', ...rows].join('\n')
}

/** @returns {Promise<string>} the speaker notes of all labs in Markdown, in the order of the workshop */
export async function renderSpeakerNotes () {
  return (await labsInOrder()).map((lab) => {
    const screens = Object.entries(readNotes(lab)).map(([screen, paragraphs]) => `- *${screen}*: ${paragraphs.join(' ')}`)
    return [`### ${lab.name}`, screens.join('\n')].join('\n\n')
  }).join('\n\n')
}
