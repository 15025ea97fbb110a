import { UsageError } from '@hotpath-labs/engine/failures.js'
import { formatVerdictCounts, formatVerdictList, renderClaimsPage, formatVerdictDetails } from '@hotpath-labs/records/ledger/screen.js'
import { listFiguresByNode } from '@hotpath-labs/records/figures/figures.js'
import { judgePublishedClaims, readLedger } from '@hotpath-labs/records/ledger/ledger.js'
import { findTerminalOptions, formatExamples, formatNextCommands, makeCommand, printJson, printLine } from '@hotpath-labs/terminal/terminal.js'
import { RESULT_SCHEMA_VERSION } from '@hotpath-labs/lab/report/result-schema.js'
import { refuseExclusiveOptions } from '@hotpath-labs/command-line/usage.js'

/** @import { Answer } from '@hotpath-labs/records/ledger/ledger.js' */

/** @param {import('commander').Command} program */
export function registerCommand (program) {
  program.command('claims')
    .description('published claims about the performance of Node: who made them, and whether they are still true')
    .argument('[words...]', 'show only claims that contain all of these words, or the claim with this id, such as A38')
    .option('--json', 'print one JSON object')
    .option('--markdown', 'print a page of Markdown')
    .addHelpText('after', `
Examples:
${formatExamples([
  ['claims', 'all claims, one line each'],
  ['claims try catch', 'everything about the claims with both words'],
  ['claims A38', 'everything about one claim'],
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

/** @param {string[]} words @param {{ json?: boolean, markdown?: boolean }} options */
async function showClaims (words, options) {
  const { json, markdown } = options
  refuseExclusiveOptions(options, ['json', 'markdown'])
  const answers = selectByWords(words, judgePublishedClaims(await readLedger()))
  if (json) {
    const claims = answers.map(({ recorded, ...answer }) => ({ ...answer, figures: recorded ? listFiguresByNode(recorded) : [] }))
    printJson({ schema: RESULT_SCHEMA_VERSION, claims })
  } else printLine(markdown ? renderClaimsPage(answers).trimEnd() : formatClaims(answers, words))
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
