import { capitalize } from '@hotpath-labs/terminal/numbers.js'
import { LARGEST_EQUAL_LOG_RATIO } from '@hotpath-labs/engine/stats/same.js'
import * as v from 'valibot'
import { HotpathError } from '@hotpath-labs/engine/failures.js'
import { formatManifestError } from '@hotpath-labs/lab/manifest-error.js'
import { findNearestName } from '@hotpath-labs/terminal/nearest.js'
import { listLabNames } from '@hotpath-labs/lab/project/project.js'
import { loadNamedLab } from '@hotpath-labs/lab/project/timetable.js'
import { collectRecordedClaims } from '../figures/figures.js'
import PUBLISHED from './published.js'
import { QUOTES_FROM_TEXTS, PUBLISHED_TEXTS } from './texts.js'

/**
 * @import { Published } from '@hotpath-labs/lab/manifest.js'
 * @import { RecordedClaim } from '../figures/figures.js'
 * @import { RunSummary } from '../records.js'
 * @import { Entry, Quoted, Text } from './texts.js'
 */

/** @param {string} text @returns {string} with a full stop */
function endWithFullStop (text) {
  return /[.?!]$/.test(text) ? text : `${text}.`
}

/**
 * Joins texts into one paragraph, with each text as a sentence.
 *
 * @param {string[]} parts empty ones are left out
 * @returns {string} without a full stop at its end
 */
function joinSentences (parts) {
  const [first = '', ...others] = parts.filter(Boolean)
  return others.reduce((text, part) => `${endWithFullStop(text)} ${capitalize(part)}`, first)
}

/** @param {string} text @returns {string[]} its numbers, as it prints them */
export function extractNumbers (text) {
  return text.match(/\d+(?:[.,]\d+)*k?/g) ?? []
}

/**
 * Finds the parts of a published figure that the quotes do not prove: no quoted line of the publication contains all numbers of the part.
 *
 * @param {string[]} parts each with numbers from one line
 * @param {string[]} lines of the text
 * @returns {string[]}
 */
export function findUnquotedParts (parts, lines) {
  const printed = lines.map(extractNumbers)
  return parts.filter((part) => !printed.some((numbers) => extractNumbers(part).every((number) => numbers.includes(number))))
}

/** @param {string} figures such as `526 → 5362.3` @returns {string[]} */
export function splitPublishedFigure (figures) {
  return figures.split(/ → |, /)
}

/** Possible verdicts on a published claim. */
export const PUBLISHED_CLAIM_VERDICTS = /** @type {const} */ ([
  'holds', 'weaker', 'stronger', 'no longer', 'was never so', 'cannot be compared', 'advice', 'not measured here yet',
])

/** @typedef {typeof PUBLISHED_CLAIM_VERDICTS[number]} Verdict @typedef {{ verdict: Verdict, since?: string, why: string }} Judgement */

/**
 * Judges a published claim by its recorded runs and its published figure.
 *
 * @param {Pick<RecordedClaim, 'claim' | 'says' | 'early'> & { lab: string }} recorded
 * @returns {Judgement}
 */
export function judgePublishedClaim ({ lab, claim, says, early: runs }) {
  if (runs.length === 0) return { verdict: 'not measured here yet', why: `no run is recorded; to record one, measure ${lab} with --record` }
  const { published } = claim
  if ('until' in claim && claim.until) return { verdict: 'no longer', since: claim.until, why: says }
  if ('same' in claim) {
    if (!published) return { verdict: 'holds', why: says }
    if (published.asks !== 'the same') return { verdict: 'cannot be compared', why: published.asks }
    return { verdict: Math.abs(Math.log(published.ratio)) > LARGEST_EQUAL_LOG_RATIO ? 'weaker' : 'holds', why: says }
  }
  const depends = 'dependsOn' in claim ? `the ratio depends on ${claim.dependsOn}` : ''
  // if a claim depends on the processor, for example, a run without a gain does not refute it: another processor may show a gain
  if (depends && runs.some(({ ratio }) => ratio <= 1)) return { verdict: 'cannot be compared', why: depends }
  const newest = runs[runs.length - 1]
  if (newest.ratio <= 1) {
    return { verdict: 'no longer', why: `${Math.log(newest.ratio) < -LARGEST_EQUAL_LOG_RATIO ? 'slower' : 'no difference'} on Node ${newest.node}` }
  }
  const judged = published ? compareRatios(published, runs) : { verdict: /** @type {const} */ ('holds'), why: says }
  return { ...judged, why: joinSentences([judged.why, depends]) }
}

/** @param {{ ratio: number, asks: string }} published @param {RunSummary[]} runs @returns {Judgement} */
function compareRatios ({ ratio, asks }, runs) {
  if (asks !== 'the same') return { verdict: 'cannot be compared', why: `${asks} The program that is faster in the text is faster here too` }
  const less = runs.filter(({ interval }) => interval[1] < ratio)
  const more = runs.filter(({ interval }) => interval[0] > ratio)
  if (less.length === runs.length) return { verdict: 'weaker', why: 'every recorded run gives a smaller ratio than the published one' }
  if (more.length === runs.length) return { verdict: 'stronger', why: 'every recorded run gives a larger ratio than the published one' }
  const onNodes = (/** @type {RunSummary[]} */ others, /** @type {string} */ what) =>
    others.length ? `; every run on Node ${others.map(({ node }) => node).join(', ')} gives ${what}` : ''
  const others = onNodes(less, 'a smaller ratio') + onNodes(more, 'a larger ratio')
  return { verdict: 'holds', why: `the published ratio lies within the range of the recorded ratios${others}` }
}

/** @param {{ verdict: Verdict, since?: string | null }} judged @returns {string} such as `no longer (since Node 8)` */
export function formatLedgerVerdict ({ verdict, since }) {
  return since ? `${verdict} (since Node ${since})` : verdict
}

const text = v.pipe(v.string(), v.nonEmpty())

const figure = v.strictObject({
  ratio: v.number(),
  figures: text,
  of: text,
  metric: text,
  node: text,
  packages: v.optional(text),
  asks: text,
})

const entrySchema = v.strictObject({
  id: text,
  place: text,
  claim: text,
  published: v.optional(figure),
  lab: v.optional(text),
  figures: v.optional(text),
  verdict: v.optional(v.picklist(PUBLISHED_CLAIM_VERDICTS)),
  since: v.optional(text),
  why: v.optional(text),
})

/**
 * @typedef {RecordedClaim & { lab: string, cites?: string }} LabClaim `lab`: its lab; `cites`: the id of an entry
 * @typedef {{ texts: Text[], quotes: Quoted[], claims: LabClaim[] }} Parts of the ledger
 *
 * @typedef {object} Answer an entry, and its verdict today
 * @property {string} id
 * @property {string} text the number of its file
 * @property {string} source
 * @property {string} place
 * @property {string} claim
 * @property {Partial<Published> | null} published
 * @property {string | null} lab with the id of the claim that measures the same
 * @property {RunSummary[]} today runs of the default length
 * @property {RecordedClaim | null} recorded the same runs, with the curves
 * @property {Verdict} verdict
 * @property {string | null} since the version of Node
 * @property {string} why
 */

/** @returns {Promise<Parts>} the texts, their quotes, and the claims of all labs */
export async function readLedger () {
  const ids = new Map(Object.entries(PUBLISHED).map(([id, figure]) => [figure, id]))
  const labs = await Promise.all(listLabNames().map(loadNamedLab))
  const claims = labs.flatMap((lab) => collectRecordedClaims(lab).map((recorded) => {
    const { published } = recorded.claim
    return { ...recorded, lab: lab.name, cites: published && ids.get(published) }
  }))
  return { texts: PUBLISHED_TEXTS, quotes: QUOTES_FROM_TEXTS, claims }
}

/**
 * Compares every published claim with the labs' recorded measurements, and gives each claim a verdict such as `holds` or `weaker`.
 *
 * @param {Parts} parts
 * @returns {Answer[]}
 * @throws {HotpathError} for the first entry that is wrong
 */
export function judgePublishedClaims ({ texts, quotes, claims }) {
  for (const { file, source, entries } of texts) {
    if (!quotes.some((quoted) => quoted.source === source)) throw new HotpathError('BAD_LEDGER', `${file}: quotes.json has no quotes of the source ${source}. Add them, or correct the field source`)
    for (const entry of entries) checkEntry(entry, file, claims)
  }
  const uncited = claims.find(({ claim, cites }) => claim.published && !cites)
  if (uncited) {
    throw new HotpathError('BAD_LEDGER', `${uncited.lab} ${uncited.claim.id}: expected the field published to be the id of an entry in shared/records/ledger/texts, such as 'A38'`)
  }
  const answers = texts.flatMap((text) => text.entries.map((entry) => answerEntry(entry, text, claims)))
  checkFigures(answers, quotes)
  checkUnique(answers)
  return answers
}

/** @param {Entry} entry @param {string} file @param {LabClaim[]} claims */
function checkEntry (entry, file, claims) {
  const problem = findProblem(entry, claims) ?? (entry.lab && findLabProblem(entry.lab, claims))
  if (problem) throw new HotpathError('BAD_LEDGER', `${file}: ${entry.id ?? 'an entry without id'}: ${problem}`)
}

/** @param {Entry} entry @param {LabClaim[]} claims @returns {string | undefined} */
function findProblem (entry, claims) {
  const parsed = v.safeParse(entrySchema, entry)
  if (!parsed.success) return formatManifestError(parsed.issues[0], Object.keys(entrySchema.entries))
  const { id, published, figures, lab, verdict, why } = entry
  if (published && (lab || figures)) return `has published and ${lab ? 'lab' : 'figures'}; expected one of them`
  if (published && !claims.some(({ cites }) => cites === id)) {
    return `no claim of a lab cites this entry; write published: '${id}' into a claim in lab.js, or rename this entry's field "published" to "figures"`
  }
  if (!published && !lab && !verdict) return 'has none of the fields published, lab and verdict; expected one of them'
  if (verdict && !why) return 'has a verdict without a reason; write the reason into the field why'
}

/** @param {string} named a lab and its claim @param {LabClaim[]} claims @returns {string | undefined} */
function findLabProblem (named, claims) {
  const [name, id] = named.split(' ')
  const ids = claims.flatMap(({ lab, claim }) => lab === name ? [claim.id] : [])
  if (ids.length === 0) {
    const near = findNearestName(name, claims.map(({ lab }) => lab))
    return `there is no lab ${name}${near ? `; did you mean ${near}?` : ''}`
  }
  if (!ids.includes(id)) return `lab: expected a claim of ${name}: ${ids.map((id) => `${name} ${id}`).join(', ')}`
}

/** @param {Entry} entry @param {Text} text @param {LabClaim[]} claims @returns {Answer} */
function answerEntry ({ id, place, claim, published, lab, figures, verdict, since, why = '' }, { file, source }, claims) {
  // if several labs cite one published figure, the first of these labs gives the verdict
  const measured = claims.find((one) => published ? one.cites === id : `${one.lab} ${one.claim.id}` === lab)
  const figure = published && { ...published, source }
  // if an entry has no published ratio, the verdict depends only on which of the two programs is faster
  /** @type {Judgement} */
  const judged = verdict || !measured
    ? { verdict: /** @type {Verdict} */ (verdict), since, why: '' }
    : judgePublishedClaim({ ...measured, claim: { ...measured.claim, published: figure } })
  return {
    id,
    text: file.slice(0, 3),
    source,
    place,
    claim,
    published: figure ?? (figures ? { figures } : null),
    lab: measured ? `${measured.lab} ${measured.claim.id}` : null,
    today: measured?.early ?? [],
    recorded: measured ?? null,
    verdict: judged.verdict,
    since: judged.since ?? null,
    why: endWithFullStop(joinSentences([judged.why, why])),
  }
}

/** @param {Answer[]} answers @param {Quoted[]} quotes */
function checkFigures (answers, quotes) {
  for (const { id, source, published } of answers) {
    const lines = quotes.filter((quoted) => quoted.source === source).flatMap(({ quotes }) => quotes.map(({ line }) => line))
    const missing = findUnquotedParts(splitPublishedFigure(published?.figures ?? ''), lines)
    if (missing.length) throw new HotpathError('BAD_LEDGER', `${id}: quotes.json has no line of ${source} with ${missing.join(', ')}; quote the line, or correct the figures`)
  }
}

/** @param {Answer[]} answers */
function checkUnique (answers) {
  const ids = answers.map(({ id }) => id)
  const twice = ids.find((id, index) => ids.indexOf(id) !== index)
  if (twice) throw new HotpathError('BAD_LEDGER', `${twice}: two entries have this id`)
  /** @type {Map<string, string>} */
  const known = new Map()
  for (const { id, source, published } of answers) {
    if (!published) continue
    const figures = `${published.figures} (${source})`
    const other = known.get(figures)
    if (other) throw new HotpathError('BAD_LEDGER', `${other} and ${id}: two entries for one figure, ${figures}; remove one of them`)
    known.set(figures, id)
  }
}
