import { chooseMongoServer, startEmbeddedServer, hideUrlSecrets } from '@hotpath-labs/services/mongo'
import { CannotRun } from '@hotpath-labs/engine/failures.js'
import { makeIntegerParser } from '@hotpath-labs/terminal/parse.js'
import { makeCommand, printJson, printLine, printNotice } from '@hotpath-labs/terminal/terminal.js'

/** @import { Choice, Chosen } from '@hotpath-labs/services/mongo' */

const PORT = 27017

/** @type {Record<Choice, string>} */
const CHOICES = {
  url: 'MONGODB_URL',
  local: 'a server on 127.0.0.1:27017',
  embedded: 'the embedded server',
}

/** Registers `pnpm mongo status` and `pnpm mongo start`. @param {import('commander').Command} program */
export function registerCommand (program) {
  const mongo = program.command('mongo')
    .description('find or start the MongoDB server that the labs use')
  mongo.command('status')
    .description('show which MongoDB server the labs would use, and why no other server')
    .option('--json', 'print one JSON object')
    .action(showStatus)
  mongo.command('start')
    .description('run the embedded server until Ctrl-C')
    .option('--port <number>', 'the port to listen on; 0 means any free port', makeIntegerParser(0, 65_535), PORT)
    .action(start)
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

/** @param {{ port: number }} options */
async function start ({ port }) {
  const { url } = await startEmbeddedServer({ port }).catch((error) => {
    const what = error.code === 'EADDRINUSE' ? 'is in use' : `cannot be used: ${error.message}`
    throw new CannotRun('SERVICE_FAILED', `the port ${port}`, what, `For a free port, type: ${makeCommand('mongo start --port 0')}`)
  })
  printLine(url)
  printNotice('The embedded server runs until Ctrl-C. Then its data is deleted.')
  // never resolves: the server runs until a signal, such as Ctrl-C, ends the process
  await new Promise(() => {})
}
