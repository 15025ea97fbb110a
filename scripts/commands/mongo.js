import { chooseMongoServer, hideUrlSecrets } from '@hotpath-labs/services/mongo'
import { printJson, printLine } from '@hotpath-labs/terminal/terminal.js'

/** @import { Choice, Chosen } from '@hotpath-labs/services/mongo' */

/** @type {Record<Choice, string>} */
const CHOICES = {
  url: 'MONGODB_URL',
  local: 'a server on 127.0.0.1:27017',
  embedded: 'the embedded server',
}

/** Registers `pnpm mongo status`. @param {import('commander').Command} program */
export function registerCommand (program) {
  const mongo = program.command('mongo')
    .description('find the MongoDB server that the labs use')
  mongo.command('status')
    .description('show which MongoDB server the labs would use, and why no other server')
    .option('--json', 'print one JSON object')
    .action(showStatus)
}

/** @param {{ json?: boolean }} options */
async function showStatus ({ json }) {
  const chosen = await chooseMongoServer()
  if (json) printJson(toJson(chosen))
  else printLine(formatStatus(chosen))
}

/** @param {Chosen} chosen */
function toJson ({ choice, engine, version, url, passedOver }) {
  return {
    choice, engine, version: version ?? null, url: url ? hideUrlSecrets(url) : null, passedOver,
  }
}

/** @param {Chosen} chosen */
function formatStatus ({ choice, engine, version, url, passedOver }) {
  const place = url ? hideUrlSecrets(url) : 'started when a lab needs it'
  const others = passedOver.map((other) => `  not ${CHOICES[other.choice]}: ${other.reason}`)
  return [`${engine}${version ? ` ${version}` : ''}, ${CHOICES[choice]}: ${place}`, ...others].join('\n')
}
