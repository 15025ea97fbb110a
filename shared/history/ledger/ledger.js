import { readdirSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import * as v from 'valibot'
import { jsonIn, loadLab, nearest, saysOf } from 'hotpath/lab'
import { labFolder, labNames } from '@hotpath-labs/project'
import { numbersIn, partsOf, unquoted } from './figures.js'
import { readingsOf, recordsOf } from './readings.js'
import { recordedOf } from './recorded.js'
import { VERDICTS, judgementOf } from './verdict.js'

/** An entry that cannot be used; the message names it and what is wrong. */
export class LedgerError extends Error {
  name = 'LedgerError'
}

const text = v.pipe(v.string(), v.nonEmpty())

const entrySchema = v.strictObject({
  id: text,
  place: text,
  claim: text,
  lab: v.optional(text),
  see: v.optional(text),
  figures: v.optional(text),
  verdict: v.optional(v.picklist(VERDICTS)),
  since: v.optional(text),
  why: v.optional(text),
})

/**
 * @typedef {v.InferOutput<typeof entrySchema>} Entry as it stands in shared/history/ledger/texts/: `lab`, a lab or one claim of it, which carries the entry and whose
 *   published figures are its own; `see`, one that another entry has too; `verdict` and `why`, where no lab can say it, or to say more than it does
 *
 * @typedef {{ source: string, quotes: { place: string, line: string }[] }} Quoted
 * @typedef {import('hotpath/lab').Claim & { says: string }} SaidClaim `says`: what it claims, in a sentence
 * @typedef {{ name: string, claims: SaidClaim[], records: any[], recorded: import('./recorded.js').RecordedClaim[] }} LabOfLedger
 * @typedef {{ texts: { file: string, source: string, entries: Entry[] }[], quotes: Quoted[], labs: LabOfLedger[] }} Parts
 *
 * @typedef {object} Answer an entry, and what is known of it today
 * @property {string} id
 * @property {string} text the number of its file
 * @property {string} source
 * @property {string} place
 * @property {string} claim
 * @property {Partial<import('hotpath/lab').Published> | null} published
 * @property {string | null} lab with the id of the claim, where one carries it
 * @property {import('./readings.js').Reading[]} today what runs of the usual length read
 * @property {import('./recorded.js').RecordedClaim | null} recorded the same runs, with the curves
 * @property {import('./verdict.js').Judgement['verdict']} verdict
 * @property {string | null} since the version of Node
 * @property {string} why
 */

/** @returns {Promise<Parts>} what the project has */
export async function ledgerParts () {
  const here = (/** @type {string} */ path) => fileURLToPath(new URL(path, import.meta.url))
  const files = readdirSync(here('texts')).filter((file) => file.endsWith('.json')).sort()
  return {
    texts: files.map((file) => ({ file, ...jsonIn(here(`texts/${file}`), { isOurs: true }) })),
    quotes: jsonIn(here('quotes.json'), { isOurs: true }),
    labs: await Promise.all(labNames().map(async (name) => {
      const lab = await loadLab(String(labFolder(name)))
      const { folder, manifest } = lab
      return { name, claims: manifest.claims.map((claim) => ({ ...claim, says: saysOf(manifest, claim) })), records: recordsOf(folder), recorded: recordedOf(lab) }
    })),
  }
}

/**
 * @param {Parts} parts
 * @returns {Answer[]} every claim of the texts with its answer, then the published figures of labs that no entry names
 * @throws {LedgerError} for the first entry that is wrong
 */
export function ledgerOf ({ texts, quotes, labs }) {
  for (const { file, source } of texts) {
    if (!quotes.some((quoted) => quoted.source === source)) throw new LedgerError(`${file}: source names no text of quotes.json: ${source}`)
  }
  for (const { name, claims } of labs) {
    for (const { id, published } of claims) {
      if (published && !texts.some(({ source }) => source === published.source)) throw new LedgerError(`${name} ${id}: published.source names no text of shared/history/ledger/texts: ${published.source}`)
    }
  }
  for (const { file, source, entries } of texts) {
    for (const entry of entries) checkEntry(entry, { file, source, labs })
  }
  const carried = texts.flatMap(({ file, source, entries }) => entries.map((entry) => answerOf(entry, { file, source, labs })))
  const named = new Set(carried.map(({ lab }) => lab))
  const unnamed = labs.flatMap((lab) => lab.claims.filter(({ id, published }) => published && !named.has(`${lab.name} ${id}`)).map((claim) => ownEntry(claim, lab, texts, quotes)))
  // what two labs have measured is one figure
  const known = carried.map(({ source, published }) => `${published?.figures} ${source}`)
  const answers = [...carried, ...unnamed.filter(({ source, published }) => !known.includes(`${published?.figures} ${source}`))]
  checkFigures(answers, quotes)
  checkTwice(answers, texts.flatMap(({ entries }) => entries))
  return answers
}

/** @param {Entry} entry @param {{ file: string, source: string, labs: LabOfLedger[] }} of */
function checkEntry (entry, { file, source, labs }) {
  const where = `${file}: ${entry.id ?? 'an entry without id'}`
  const parsed = v.safeParse(entrySchema, entry)
  if (!parsed.success) {
    const issue = parsed.issues[0]
    throw new LedgerError(`${where}: ${v.getDotPath(issue)}: expected ${issue.expected?.replaceAll('"', '').replaceAll(' | ', ', ')}, but it is ${issue.received.replaceAll('"', '')}`)
  }
  if (entry.lab && entry.see) throw new LedgerError(`${where}: has lab and see; expected one of them`)
  if (!entry.lab && !entry.see && !entry.verdict) throw new LedgerError(`${where}: expected a lab or a verdict`)
  if (entry.verdict && !entry.why) throw new LedgerError(`${where}: expected the field why next to verdict`)
  const [name, claim] = (entry.lab ?? entry.see ?? '').split(' ')
  const lab = labs.find((lab) => lab.name === name)
  if (name && !lab) {
    const near = nearest(name, labs.map(({ name }) => name))
    throw new LedgerError(`${where}: there is no lab ${name}${near ? `; did you mean ${near}?` : ''}`)
  }
  const named = lab?.claims.find(({ id }) => id === claim)
  if (entry.lab && named?.published && named.published.source !== source) throw new LedgerError(`${where}: the published figure of ${entry.lab} is from another text, ${named.published.source}`)
  if (claim && lab && !named) throw new LedgerError(`${where}: ${name} has no claim ${claim}, only ${lab.claims.map(({ id }) => id).join(', ')}`)
}

/** @param {Entry} entry @param {{ file: string, source: string, labs: LabOfLedger[] }} of @returns {Answer} */
function answerOf ({ id, place, claim: says, lab: carrier, see, figures, verdict, since, why = '' }, { file, source, labs }) {
  const [name, claimId] = (carrier ?? see ?? '').split(' ')
  const lab = labs.find((lab) => lab.name === name)
  const claim = lab && claimOf(lab, { claimId, source, figures })
  const carries = Boolean(carrier && claim?.published?.source === source && (claimId || overlap(claim, figures)))
  const today = lab && claim ? readingsOf(lab.records, claim.id) : []
  // another question than that of the published figures is only about which is faster
  const measured = lab && claim ? judgementOf(carries ? claim : { ...claim, published: undefined }, today, lab.name) : null
  if (!verdict && !measured) throw new LedgerError(`${file}: ${id}: lab: expected a claim of ${name} too: ${lab?.claims.map((claim) => `${name} ${claim.id}`).join(', ')}`)
  const judged = verdict ? { verdict, since, why: '' } : /** @type {import('./verdict.js').Judgement} */ (measured)
  return {
    id,
    text: numberOf(file),
    source,
    place,
    claim: says,
    published: carries ? claim?.published ?? null : figures ? { figures } : null,
    lab: lab && claim ? `${name} ${claim.id}` : null,
    today,
    recorded: lab && claim ? lab.recorded?.find((recorded) => recorded.claim.id === claim.id) ?? null : null,
    verdict: judged.verdict,
    since: judged.since ?? null,
    why: sentence([judged.why, why].filter(Boolean).join('; ')),
  }
}

/**
 * @param {LabOfLedger} lab
 * @param {{ claimId?: string, source: string, figures?: string }} wanted
 * @returns {SaidClaim | undefined} of a lab that is named without one: the claim that publishes most of these figures
 */
function claimOf ({ claims }, { claimId, source, figures }) {
  const named = claims.find(({ id }) => id === claimId)
  if (named) return named
  const published = claims.filter((claim) => claim.published?.source === source && overlap(claim, figures) > 0)
  return published.sort((a, b) => overlap(b, figures) - overlap(a, figures))[0]
}

/** @param {import('hotpath/lab').Claim} claim @param {string} [figures] @returns {number} how many of them it publishes */
function overlap ({ published }, figures = '') {
  const numbers = numbersIn(published?.figures ?? '')
  return numbersIn(figures).filter((number) => numbers.includes(number)).length
}

/** @param {SaidClaim} claim @param {LabOfLedger} lab @param {Parts['texts']} texts @param {Quoted[]} quotes @returns {Answer} */
function ownEntry ({ id, published, says }, lab, texts, quotes) {
  const { source, figures } = /** @type {import('hotpath/lab').Published} */ (published)
  const { file } = /** @type {Parts['texts'][number]} */ (texts.find((text) => text.source === source))
  const lines = quotes.find((quoted) => quoted.source === source)?.quotes ?? []
  const place = lines.find(({ line }) => unquoted([partsOf(figures)[0]], [line]).length === 0)?.place ?? source
  return answerOf({ id: `${lab.name}/${id}`, place, claim: says, lab: `${lab.name} ${id}` }, { file, source, labs: [lab] })
}

/** @param {Answer[]} answers @param {Quoted[]} quotes */
function checkFigures (answers, quotes) {
  for (const { id, source, published } of answers) {
    const lines = quotes.filter((quoted) => quoted.source === source).flatMap(({ quotes }) => quotes.map(({ line }) => line))
    const missing = unquoted(partsOf(published?.figures ?? ''), lines)
    if (missing.length) throw new LedgerError(`${id}: quotes.json has no line of ${source} with ${missing.join(', ')}`)
  }
}

/** @param {Answer[]} answers @param {Entry[]} entries */
function checkTwice (answers, entries) {
  const ids = answers.map(({ id }) => id)
  const twice = ids.find((id, index) => ids.indexOf(id) !== index)
  if (twice) throw new LedgerError(`${twice}: two entries have this id`)
  const carrying = new Set(entries.filter(({ lab }) => lab).map(({ id }) => id))
  /** @type {Map<string, string>} */
  const known = new Map()
  for (const { id, source, published } of answers) {
    if (!published) continue
    const figures = `${published.figures} (${source})`
    const other = known.get(figures)
    if (other) throw new LedgerError(`${other} and ${id}: two entries for one figure, ${figures}; ${carrying.has(other) || carrying.has(id) ? 'in one of them, write see in place of lab' : 'remove one of them'}`)
    known.set(figures, id)
  }
}

/** @param {string} file @returns {string} such as 000 */
function numberOf (file) {
  return file.slice(0, 3)
}

/** @param {string} text @returns {string} with a full stop */
function sentence (text) {
  return /[.?!]$/.test(text) ? text : `${text}.`
}
