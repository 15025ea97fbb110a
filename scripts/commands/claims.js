import { UsageError } from '@hotpath-labs/engine/failures.js'
import { resolveLabFolder } from '@hotpath-labs/lab/project/project.js'
import { formatVerdictCounts, formatVerdictList, renderClaimsPage, formatVerdictDetails } from '@hotpath-labs/records/ledger/screen.js'
import { formatClaimsByNodeTable } from '@hotpath-labs/records/versions/markdown.js'
import { listFiguresByNode } from '@hotpath-labs/records/figures/figures.js'
import { judgePublishedClaims, readLedger } from '@hotpath-labs/records/ledger/ledger.js'
import { collectLabResultsByNode } from '@hotpath-labs/records/versions/results.js'
import { isVersionRequest, formatVersionList, findNearestVersion, findNewestMatchingVersion } from '@hotpath-labs/engine/nodes/provide.js'
import { findTerminalOptions, formatExamples, formatNextCommands, makeCommand, printJson, printLine } from '@hotpath-labs/terminal/terminal.js'
import { RESULT_SCHEMA_VERSION } from '@hotpath-labs/lab/report/result-schema.js'
import { findLab } from '@hotpath-labs/command-line/find-lab.js'
import { refuseExclusiveOptions } from '@hotpath-labs/command-line/usage.js'

/** @import { Answer } from '@hotpath-labs/records/ledger/ledger.js' */

/** @param {import('commander').Command} program */
export function registerCommand (program) {
  program.command('claims')
    .description('published claims about the performance of Node: who made them, and whether they are still true')
    .argument('[words...]', 'show only claims that contain all of these words, or the claim with this id, such as A38')
    .option('--text <number>', 'show only the claims of one published text: its number, or a part of its title')
    .option('--node <versions>', 'show the ratios recorded on these versions of Node: 6,20.11.0,lts', (text) => text.split(',').map((part) => part.trim()))
    .option('--json', 'print one JSON object')
    .option('--markdown', 'print a page of Markdown')
    .addHelpText('after', `
Examples:
${formatExamples([
  ['claims', 'all claims, one line each'],
  ['claims try catch', 'everything about the claims with both words'],
  ['claims A38', 'everything about one claim'],
  ['claims --text 004', 'the claims of one text'],
  ['claims --node 6,20,26', 'the ratios recorded on these versions of Node'],
])}

The verdicts:
  holds                       still true
  weaker, stronger            every recorded ratio is smaller, or larger
  no longer                   it was true once, on an older Node
  was never so                the text's own code or figures contradict it
  cannot be compared          the text measured something else
  advice                      nothing to measure: what to do about it today
  not measured here yet       no lab measures it

The ratios are those of warm processes, on the machines on record. If the first
seconds give another ratio, both are shown. They come from
labs/<name>/data/records.json.`)
    .action(showClaims)
}

/** @param {string[]} words @param {{ text?: string, node?: string[], json?: boolean, markdown?: boolean }} options */
async function showClaims (words, options) {
  const { text, node, json, markdown } = options
  refuseExclusiveOptions(options, ['json', 'markdown'])
  const answers = selectByWords(words, selectByText(text, await judgePublishedClaims(await readLedger())))
  if (node) {
    if (markdown) throw new UsageError('--markdown and --node cannot go together: leave one out. The page docs/then-and-now.md has the ratios on each version of Node.')
    return showVersions(answers, node, json)
  }
  if (json) {
    const claims = answers.map(({ recorded, ...answer }) => ({ ...answer, figures: recorded ? listFiguresByNode(recorded) : [] }))
    printJson({ schema: RESULT_SCHEMA_VERSION, claims })
  } else printLine(markdown ? renderClaimsPage(answers).trimEnd() : formatClaims(answers, words))
}

/** @param {Answer[]} answers @param {string[]} requests @param {boolean} [json] */
async function showVersions (answers, requests, json) {
  const names = [...new Set(answers.flatMap(({ lab }) => lab ? [lab.split(' ')[0]] : []))].filter((name) => resolveLabFolder(name))
  const recordedClaims = (await Promise.all(names.map(findLab))).flatMap((lab) => collectLabResultsByNode(lab).claims)
  const rows = answers.flatMap(({ id, claim, lab }) => {
    const found = recordedClaims.find((recorded) => `${recorded.lab} ${recorded.claim.id}` === lab)
    return found?.readings.length ? [{ id, claim, lab, readings: found.readings }] : []
  })
  if (rows.length === 0) throw new UsageError(`No ratios of these claims are recorded on several versions of Node. Type: ${makeCommand('versions record')}`)
  const recorded = [...new Set(rows.flatMap(({ readings }) => readings.map(({ node }) => node.slice(1))))]
  const versions = requests.map((request) => findVersion(request, recorded))
  const claims = rows.map((row) => ({ ...row, readings: row.readings.filter(({ node }) => versions.includes(node.slice(1))) }))
  if (json) printJson({ schema: RESULT_SCHEMA_VERSION, claims })
  else printLine(formatClaimsByNodeTable(claims, versions, findTerminalOptions()))
}

/** @param {string} request @param {string[]} recorded */
function findVersion (request, recorded) {
  if (!isVersionRequest(request)) throw new UsageError(`--node ${JSON.stringify(request)} is not a version: type 20, 20.11.0, lts or current.`)
  const version = findNewestMatchingVersion(request, recorded)
  if (version) return version
  const others = /\d/.test(request) ? `The nearest recorded version is ${findNearestVersion(request, recorded)}.` : `The recorded versions are ${formatVersionList(recorded)}.`
  throw new UsageError(`No ratio is recorded on Node ${request}. ${others}`)
}

/** @param {string | undefined} wanted a text's number, or a part of its title @param {Answer[]} answers */
function selectByText (wanted, answers) {
  if (wanted === undefined) return answers
  const texts = [...new Map(answers.map(({ text, source }) => [text, source]))]
  const found = texts.filter(([text, source]) => text === wanted.padStart(3, '0') || source.toLowerCase().includes(wanted.toLowerCase()))
  if (found.length === 1) return answers.filter(({ text }) => text === found[0][0])
  const list = texts.map((text) => text.join(' ')).join('; ')
  throw new UsageError(`${found.length ? 'More than one published text matches' : 'No published text matches'} ${JSON.stringify(wanted)}. Type the number of one of these texts: ${list}.`)
}

/** @param {string[]} words or ids @param {Answer[]} answers */
function selectByWords (words, answers) {
  const wanted = words.map((word) => word.toLowerCase())
  const byId = answers.filter(({ id }) => wanted.includes(id.toLowerCase()))
  if (byId.length) {
    const ids = byId.map(({ id }) => id)
    const other = words.find((word) => !ids.some((id) => id.toLowerCase() === word.toLowerCase()))
    if (other) throw new UsageError(`${ids[0]} is the id of a claim, and ${JSON.stringify(other)} is not. Type: ${makeCommand(`claims ${ids.join(' ')}`)}`)
    return byId
  }
  const found = answers.filter(({ claim, place, why, lab, published, verdict }) => {
    const text = [claim, place, why, lab, published?.figures, verdict].join(' ').toLowerCase()
    return wanted.every((word) => text.includes(word))
  })
  if (found.length === 0) throw new UsageError(`No claim contains ${words.join(' and ')}. To list all claims, type: ${makeCommand('claims')}`)
  return found
}

/** @param {Answer[]} answers @param {string[]} words */
function formatClaims (answers, words) {
  const terminal = findTerminalOptions()
  if (words.length) return formatVerdictDetails(answers, terminal)
  const next = formatNextCommands([
    [makeCommand(`claims ${answers[0].id}`), 'everything about one claim'],
    [makeCommand('claims cache'), 'the claims with this word'],
    [makeCommand('claims --help'), 'what the verdicts mean'],
  ])
  return [formatVerdictList(answers, terminal), formatVerdictCounts(answers, terminal), next].join('\n\n')
}
