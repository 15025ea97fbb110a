import { existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'

/** A hint of hints.md: its text, and the exercise step that its heading names. @typedef {{ text: string, step: string | null }} Hint */

/**
 * Reads a lab's hints from hints.md.
 *
 * @param {string} folder of a lab
 * @returns {Hint[]} the numbered paragraphs of its hints.md, from vague to precise; none without that file
 */
export function readHints (folder) {
  const file = join(folder, 'hints.md')
  if (!existsSync(file)) return []
  // Split the text at its headings. Each heading names the exercise step to which the hints below belong, such as: ## kept-string
  const [first, ...sections] = readFileSync(file, 'utf8').split(/^## /m)
  return [{ step: null, text: first }, ...sections.map((section) => ({ step: section.split('\n')[0].trim(), text: section }))]
    .flatMap(({ step, text }) => text.split(/^\d+\. /m).slice(1).map((hint) => ({ step, text: formatHint(hint) })))
}

/** @param {string} hint of Markdown @returns {string} each paragraph in one line; each line of code by itself, after four blanks */
function formatHint (hint) {
  return hint.split(/^ *```(?:js)?$/m).map((part, index) => index % 2
    ? part.replace(/^\n|\s+$/g, '').split('\n').map((line) => `    ${line.replace(/^ {3}/, '')}`).join('\n')
    : part.replace(/\s+/g, ' ').trim()).filter(Boolean).join('\n')
}
