import { readFileSync, existsSync } from 'node:fs'
import { basename, join } from 'node:path'
import { listFiguresByNode, collectRecordedClaims } from '@hotpath-labs/records/figures/figures.js'
import { findAttemptPaths } from '@hotpath-labs/lab/project/project.js'
import { listVariants, mapEntries } from '@hotpath-labs/lab/plans.js'
import { planLabPhases } from '@hotpath-labs/lab/project/timetable.js'
import { describeClaim, findNamesOfClaimSides, findClaimSides } from '@hotpath-labs/lab/sides.js'
import { listCodePages } from './code-pages.js'

/** @import { LabPlan } from '@hotpath-labs/lab/plans.js' */

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
 * Describes a plan for the page of `pnpm demo`: texts, claims, recorded figures, code changes and notes. Each call reads the files again.
 *
 * @param {LabPlan} plan
 */
export function describeLabForPage (plan) {
  const { lab, programs, claims } = plan
  const { title, question, kind, workshop } = lab.manifest
  const recorded = collectRecordedClaims(lab, claims)
  return {
    name: lab.name,
    title,
    question,
    kind,
    exercise: Boolean(lab.manifest.exercise),
    variants: Object.fromEntries(listVariants(plan).map((variant) => [variant, programs[variant].title])),
    claims: claims.map((claim, index) => ({
      id: claim.id,
      says: describeClaim(lab.manifest, claim, programs),
      ...findNamesOfClaimSides(lab.manifest, claim, programs),
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
    codePages: listCodePages(plan),
    files: mapEntries(programs, ({ file }) => basename(file)),
    notes: readSpeakerNotes(lab),
    phases: workshop ? planLabPhases(workshop.minutes) : [],
    attempt: `my/${lab.name}/${basename(findAttemptPaths(lab).file)}`,
  }
}

/** @typedef {ReturnType<typeof describeLabForPage>} LabView */
