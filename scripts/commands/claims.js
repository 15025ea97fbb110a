import { labFolder } from '@hotpath-labs/project'
import { loadLab } from 'hotpath/lab'
import { claimsCount, claimsList, claimsOnVersions, claimsPage, claimsTold, figuresOf, LedgerError, ledgerOf, ledgerParts, overVersions } from '@hotpath-labs/history'
import { nextLines } from 'hotpath/report'
import { isRequest, listed, nearestTo, newestFor } from 'hotpath/nodes'
import { looks } from '../looks.js'
import { UsageError } from '../usage.js'

/** @typedef {import('@hotpath-labs/history').Answer} Answer */

/** @param {import('commander').Command} program */
export function claimsCommand (program) {
  program.command('claims')
    .description('claims about Node\'s performance: who made them, and whether they are still true')
    .argument('[words...]', 'only the claims with all of these words, or with this id')
    .option('--text <number>', 'only the claims of this text: its number or its title')
    .option('--node <versions>', 'show the ratios recorded on these versions of Node: 6,20.11.0,lts', (text) => text.split(',').map((part) => part.trim()))
    .option('--json', 'print one JSON object')
    .option('--markdown', 'print a page of Markdown')
    .addHelpText('after', `
Examples:
  pnpm claims                 all claims, one line each
  pnpm claims try catch       everything about the claims with both words
  pnpm claims A38             everything about one claim
  pnpm claims --text 004      the claims of one text
  pnpm claims --node 6,20,26  the ratios recorded on these versions of Node

The verdicts:
  holds                       still true
  weaker, stronger            every recorded run gives less, or more
  no longer                   it was true once, on an older Node
  was never so                the text's own code or figures contradict it
  cannot be compared          the text measured something else
  advice                      nothing to measure: what to do about it today
  not measured here yet       no lab measures it

The ratios are those of warm processes, on the machines on record. If the first
seconds give another ratio, both are shown. They come from labs/<name>/data/curves/
and labs/<name>/data/records.json.`)
    .action(claims)
}

/** @param {string[]} words @param {{ text?: string, node?: string[], json?: boolean, markdown?: boolean }} options */
async function claims (words, { text, node, json, markdown }) {
  if (json && markdown) throw new UsageError('--json and --markdown cannot go together: choose one.')
  const answers = having(words, ofText(text, await ledger()))
  if (node) {
    if (markdown) throw new UsageError('--markdown and --node cannot go together: leave one out. The page docs/then-and-now.md has the ratios by version.')
    return onNodes(answers, node, json)
  }
  process.stdout.write(`${json ? JSON.stringify({ schema: 1, claims: answers.map(({ recorded, ...answer }) => ({ ...answer, figures: recorded ? figuresOf(recorded) : [] })) }) : markdown ? claimsPage(answers).trimEnd() : report(answers, words)}\n`)
}

/** @param {Answer[]} answers @param {string[]} asked @param {boolean} [json] */
async function onNodes (answers, asked, json) {
  const names = [...new Set(answers.flatMap(({ lab }) => lab ? [lab.split(' ')[0]] : []))].filter((name) => labFolder(name))
  const labs = await Promise.all(names.map(async (name) => overVersions(await loadLab(String(labFolder(name))))))
  const rows = answers.flatMap(({ id, claim, lab }) => {
    const found = labs.flatMap(({ claims }) => claims).find((told) => `${told.lab} ${told.claim.id}` === lab)
    return found?.readings.length ? [{ id, claim, lab, readings: found.readings }] : []
  })
  if (rows.length === 0) throw new UsageError('No ratios of these claims are recorded by version of Node. Type: pnpm versions record')
  const recorded = [...new Set(rows.flatMap(({ readings }) => readings.map(({ node }) => node.slice(1))))]
  const versions = asked.map((request) => versionFor(request, recorded))
  const wanted = rows.map((row) => ({ ...row, readings: row.readings.filter(({ node }) => versions.includes(node.slice(1))) }))
  process.stdout.write(`${json ? JSON.stringify({ schema: 1, claims: wanted }) : claimsOnVersions(wanted, versions, looks())}\n`)
}

/** @param {string} request @param {string[]} recorded */
function versionFor (request, recorded) {
  if (!isRequest(request)) throw new UsageError(`--node ${JSON.stringify(request)} is not a version: type 20, 20.11.0, lts or current.`)
  const version = newestFor(request, recorded)
  if (!version) throw new UsageError(`Nothing is recorded on Node ${request}. ${/\d/.test(request) ? `The nearest is ${nearestTo(request, recorded)}.` : `Recorded are ${listed(recorded)}.`}`)
  return version
}

/** @returns {Promise<Answer[]>} */
async function ledger () {
  try {
    return ledgerOf(await ledgerParts())
  } catch (error) {
    throw error instanceof LedgerError ? new UsageError(error.message) : error
  }
}

/** @param {string | undefined} wanted @param {Answer[]} answers */
function ofText (wanted, answers) {
  if (wanted === undefined) return answers
  const texts = new Map(answers.map(({ text, source }) => [text, source]))
  const found = [...texts].filter(([text, source]) => text === wanted || source.toLowerCase().includes(wanted.toLowerCase())).map(([text]) => text)
  if (found.length !== 1) throw new UsageError(`${found.length ? 'More than one text matches' : 'No text matches'} ${JSON.stringify(wanted)}. The texts are: ${[...texts].map((one) => one.join(' ')).join('; ')}.`)
  return answers.filter(({ text }) => text === found[0])
}

/** @param {string[]} words @param {Answer[]} answers */
function having (words, answers) {
  const wanted = words.map((word) => word.toLowerCase())
  const ids = answers.filter(({ id }) => wanted.includes(id.toLowerCase()))
  const other = ids.length && words.find((word) => !answers.some(({ id }) => id.toLowerCase() === word.toLowerCase()))
  if (other) throw new UsageError(`${ids[0].id} is an id, and ${JSON.stringify(other)} is not. Type: pnpm claims ${ids.map(({ id }) => id).join(' ')}`)
  if (ids.length) return ids
  const found = answers.filter(({ claim, place, why, lab, published, verdict }) => {
    const all = [claim, place, why, lab, published?.figures, verdict].join(' ').toLowerCase()
    return wanted.every((word) => all.includes(word))
  })
  if (found.length === 0) throw new UsageError(`No claim has ${words.join(' and ')}. pnpm claims lists all claims.`)
  return found
}

/** @param {Answer[]} answers @param {string[]} words */
function report (answers, words) {
  if (words.length) return claimsTold(answers, looks())
  const { id } = answers[0]
  return [
    claimsList(answers, looks()),
    claimsCount(answers, looks()),
    nextLines([[`pnpm claims ${id}`, 'everything about one claim'], ['pnpm claims cache', 'the claims with this word'], ['pnpm claims --help', 'what the verdicts mean']], looks()),
  ].join('\n\n')
}
