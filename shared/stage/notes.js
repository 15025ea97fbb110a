import { existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'

/**
 * Reads the speaker notes of a lab: its file notes.md, with a section for each screen of the stage.
 *
 * @param {{ folder: string }} lab
 * @returns {Record<string, string[]>} paragraphs by screen; none for a lab without the file
 */
export function readNotes ({ folder }) {
  const file = join(folder, 'notes.md')
  if (!existsSync(file)) return {}
  const [, ...sections] = readFileSync(file, 'utf8').replaceAll('\r\n', '\n').split(/^## /m)
  return Object.fromEntries(sections.map((section) => {
    const [screen, ...paragraphs] = section.split(/\n\n+/)
    return [screen.trim(), paragraphs.map((paragraph) => paragraph.trim().replaceAll('\n', ' ')).filter(Boolean)]
  }))
}
