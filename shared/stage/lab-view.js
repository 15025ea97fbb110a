import { readFileSync, existsSync } from 'node:fs'
import { basename, join } from 'node:path'
import { diffArrays } from 'diff'
import hljs from 'highlight.js/lib/core'
import javascript from 'highlight.js/lib/languages/javascript'
import { listFiguresByNode, collectRecordedClaims } from '@hotpath-labs/records/figures/figures.js'
import { findAttemptPaths } from '@hotpath-labs/lab/project/project.js'
import { planLabPhases } from '@hotpath-labs/lab/project/timetable.js'
import { describeClaim, findNamesOfClaimSides, findClaimSides } from '@hotpath-labs/lab/sides.js'

/** @import { Lab } from '@hotpath-labs/lab/load.js' */

hljs.registerLanguage('javascript', javascript)

/**
 * @typedef {{ number: number, html: string, lit: boolean } | null} CodeLine null beside a line that only the other file has;
 *   `html` is escaped; `lit`: the line differs
 * @typedef {object} Change from one variant to the next
 * @property {[string, string]} variants
 * @property {[string, string]} files their names
 * @property {[CodeLine, CodeLine][]} rows
 */

/**
 * Compares each variant's file with the file of the next variant, and puts old and new lines side by side.
 *
 * @param {Lab} lab
 * @returns {Change[]}
 */
export function listVariantChanges ({ manifest, files }) {
  const variants = Object.keys(manifest.variants)
  return variants.slice(1).map((variant, index) => {
    const pair = /** @type {[string, string]} */ ([variants[index], variant])
    const [left, right] = pair.map((name) => readFileSync(files[name], 'utf8'))
    const names = /** @type {[string, string]} */ (pair.map((name) => basename(files[name])))
    return { variants: pair, files: names, rows: alignChangedLines(left, right) }
  })
}

/**
 * @param {string} left source
 * @param {string} right
 * @returns {[CodeLine, CodeLine][]} lines that are the same stand in one row
 */
export function alignChangedLines (left, right) {
  const [marked, markedRight] = [left, right].map(highlighted)
  /** @type {[CodeLine, CodeLine][]} */
  const rows = []
  let [at, atRight] = [0, 0]
  /** @param {string[]} lines @param {number} index @param {boolean} lit */
  const makeLine = (lines, index, lit) => ({ number: index + 1, html: lines[index], lit })
  /** changed lines of each file that are not yet in the list @type {CodeLine[][]} */
  let waiting = [[], []]
  const flush = () => {
    const [before, now] = waiting
    for (let row = 0; row < Math.max(before.length, now.length); row++) rows.push([before[row] ?? null, now[row] ?? null])
    waiting = [[], []]
  }
  for (const { added, removed, value } of diffArrays(linesOf(left), linesOf(right))) {
    for (let line = 0; line < value.length; line++) {
      if (removed) waiting[0].push(makeLine(marked, at++, true))
      else if (added) waiting[1].push(makeLine(markedRight, atRight++, true))
      else {
        flush()
        rows.push([makeLine(marked, at++, false), makeLine(markedRight, atRight++, false)])
      }
    }
  }
  flush()
  return rows
}

/** @param {string} source */
function linesOf (source) {
  return source.trimEnd().split(/\r?\n/)
}

/** @param {string} source @returns {string[]} HTML of each line, in which what is coloured over several lines is closed and opened again */
export function highlighted (source) {
  /** @type {string[]} */
  let open = []
  return hljs.highlight(linesOf(source).join('\n'), { language: 'javascript' }).value.split('\n').map((line) => {
    const html = open.join('') + line
    for (const [tag] of line.matchAll(/<span[^>]*>|<\/span>/g)) open = tag === '</span>' ? open.slice(0, -1) : [...open, tag]
    return html + '</span>'.repeat(open.length)
  })
}

/** Headings in notes.md whose notes belong to the whole lab, not to one screen of `pnpm demo`. */
const [GOES_WRONG, QUESTIONS] = ['What goes wrong', 'Questions']

/**
 * @typedef {object} Notes
 * @property {Record<string, string[]>} screens paragraphs by screen of the stage
 * @property {string[]} goesWrong what attendees run into, and what helps
 * @property {{ question: string, answer: string }[]} questions that a room asks
 */

/** Empty notes, for a lab without notes.md, and for pages on machines other than the instructor's. @type {Notes} */
export const EMPTY_SPEAKER_NOTES = { screens: {}, goesWrong: [], questions: [] }

/**
 * Reads a lab's speaker notes from its file notes.md.
 *
 * @param {{ folder: string }} lab
 * @returns {Notes} empty for a lab without the file
 */
export function readSpeakerNotes ({ folder }) {
  const file = join(folder, 'notes.md')
  if (!existsSync(file)) return EMPTY_SPEAKER_NOTES
  const text = readFileSync(file, 'utf8').replaceAll('\r\n', '\n')
  const sections = splitSections(text, '##')
  const { [GOES_WRONG]: wrong = '', [QUESTIONS]: asked = '', ...screens } = sections
  return {
    screens: Object.fromEntries(Object.entries(screens).map(([screen, body]) => [screen, body.split(/\n\n+/).map(joinLines).filter(Boolean)])),
    goesWrong: wrong.split(/^- /m).map(joinLines).filter(Boolean),
    questions: Object.entries(splitSections(asked, '###')).map(([question, answer]) => ({ question, answer: joinLines(answer) })),
  }
}

/** @param {string} text @param {string} level of its headings @returns {Record<string, string>} text below each heading */
function splitSections (text, level) {
  const [, ...sections] = text.split(new RegExp(`^${level} `, 'm'))
  return Object.fromEntries(sections.map((section) => {
    const [heading, ...lines] = section.split('\n')
    return [heading.trim(), lines.join('\n')]
  }))
}

/** @param {string} text @returns {string} text on one line */
function joinLines (text) {
  return text.trim().replace(/\s*\n\s*/g, ' ')
}

/**
 * Describes a lab for the page of `pnpm demo`: texts, claims, recorded figures, code changes and notes. Each call reads the files again.
 *
 * @param {import('@hotpath-labs/lab/load.js').Lab} lab
 */
export function describeLabForPage (lab) {
  const { title, question, kind, variants, limit = null, hotFrame = null, claims, workshop } = lab.manifest
  const recorded = collectRecordedClaims(lab)
  return {
    name: lab.name,
    title,
    question,
    kind,
    variants,
    limit,
    hotFrame,
    claims: claims.map((claim, index) => ({
      id: claim.id,
      says: describeClaim(lab.manifest, claim),
      ...findNamesOfClaimSides(lab.manifest, claim),
      metric: claim.metric,
      ...findClaimSides(claim),
      atLeast: 'atLeast' in claim ? claim.atLeast : null,
      dependsOn: 'dependsOn' in claim ? claim.dependsOn : null,
      equivalenceMargin: 'same' in claim ? claim.equivalenceMargin : null,
      until: ('until' in claim && claim.until) || null,
      published: claim.published ?? null,
      required: !('dependsOn' in claim),
      recorded: listFiguresByNode(recorded[index]),
    })),
    changes: listVariantChanges(lab),
    files: Object.fromEntries(Object.entries(lab.files).map(([variant, file]) => [variant, basename(file)])),
    notes: readSpeakerNotes(lab),
    phases: workshop ? planLabPhases(workshop.minutes) : [],
    attempt: `my/${lab.name}/${basename(findAttemptPaths(lab).file)}`,
  }
}

/** @typedef {ReturnType<typeof describeLabForPage>} LabView */
