import { existsSync, readFileSync, readdirSync } from 'node:fs'
import { join } from 'node:path'
import { labFolder, labNames, loadLab } from '../../shared/lab/find.js'
import { ROOT } from '../../shared/lab/root.js'
import { recordedOf } from '../../shared/ledger/recorded.js'
import { workshop } from '../../shared/lab/workshop.js'
import { labsStory, recordedTable } from '../../shared/report/recorded.js'
import { terminalReport } from '../../shared/report/terminal.js'
import { readRecording, resultOf } from '../../shared/stage/recording.js'

/** A place in a page that shows what has been recorded: a lab's claims, a run of it, or all labs. */
const PLACE = /(<!-- (result|run|story) of ([\w-]+)[^>]* -->\n)[^]*?(<!-- end of \2 -->)/g

/** What is written into each kind of place. @type {Record<string, (name: string) => Promise<string>>} */
const WRITERS = {
  result: async (name) => recordedTable(name, recordedOf(await labNamed(name))),
  run: runOf,
  story: storyOf,
}

/** @typedef {{ path: string, text: string, written: string }} Page `written`: as the recorded files would have it */

/** @returns {Promise<Page[]>} those that show what has been recorded */
export async function pagesWithFigures () {
  const docs = readdirSync(join(ROOT, 'docs')).filter((name) => name.endsWith('.md')).map((name) => `docs/${name}`)
  const paths = ['README.md', ...labNames().map((name) => `labs/${name}/README.md`), ...docs].filter((path) => existsSync(join(ROOT, path)))
  const pages = await Promise.all(paths.map(async (path) => {
    const text = readFileSync(join(ROOT, path), 'utf8')
    return { path, text, written: await withFigures(text) }
  }))
  return pages.filter(({ text }) => text.search(PLACE) >= 0)
}

/** @param {string} text of a page @returns {Promise<string>} with each place written anew */
export async function withFigures (text) {
  const places = [...text.matchAll(PLACE)]
  const written = await Promise.all(places.map(([, , kind, name]) => WRITERS[kind](name)))
  let next = 0
  return text.replaceAll(PLACE, (whole, start, kind, name, end) => `${start}\n${written[next++]}\n\n${end}`)
}

/** @param {string} name */
async function labNamed (name) {
  return loadLab(String(labFolder(name)))
}

/** @param {string} name of a lab that ships a recording @returns {Promise<string>} what `pnpm lab` printed of it */
async function runOf (name) {
  const { folder, manifest } = await labNamed(name)
  const result = resultOf(readRecording(join(folder, 'recording.json'), name))
  return `\`\`\`\n$ pnpm lab ${name}\n\n${terminalReport(/** @type {import('../../shared/measure/run.js').Result} */ (result), manifest, { color: false })}\n\`\`\``
}

/** @returns {Promise<string>} all labs, in the order in which the workshop has them */
async function storyOf () {
  const labs = await Promise.all(workshop().map(({ lab }) => labNamed(lab)))
  return labsStory(labs.map((lab) => ({ name: lab.name, question: lab.manifest.question, claims: recordedOf(lab) })))
}
