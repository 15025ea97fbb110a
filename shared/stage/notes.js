import { existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { ROOT } from '@hotpath-labs/project'

const WORKSHOP = join(ROOT, 'docs', 'workshop.md')

/** Where each screen's notes stand in a lab's README: it tells the same story in the same order. */
const SECTIONS = {
  baseline: /^## The baseline\n([^]*?)(?=^## |^<details>)/m,
  profile: /^## What to look at\n([^]*?)(?=^## |^<details>)/m,
  change: /^<summary>The fix<\/summary>\n([^]*?)^<\/details>/m,
  again: /^## What would make this stop working\n([^]*)/m,
}

/** What is written by `pnpm figures`, and would stand on the screen twice. */
const RESULT = /^<!-- result of [^]*?<!-- end of result -->\n/gm

/**
 * @param {{ name: string, folder: string }} lab
 * @returns {Record<string, string[]>} by screen: what to say and what goes wrong, in paragraphs
 */
export function notesOf ({ name, folder }) {
  const readme = join(folder, 'README.md')
  const text = existsSync(readme) ? readFileSync(readme, 'utf8').replace(RESULT, '') : ''
  const told = readFileSync(WORKSHOP, 'utf8').split('\n\n').find((paragraph) => paragraph.startsWith(`**${name}.**`)) ?? ''
  return { question: paragraphs(told), ...Object.fromEntries(Object.entries(SECTIONS).map(([screen, section]) => [screen, paragraphs(text.match(section)?.[1] ?? '')])) }
}

/** @param {string} markdown @returns {string[]} */
function paragraphs (markdown) {
  return markdown.replaceAll('**', '').split(/\n\n+|\n(?=- )/).map((paragraph) => paragraph.trim().replace(/\n/g, paragraph.includes('|') ? '\n' : ' ')).filter(Boolean)
}
