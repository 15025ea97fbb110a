import { InvalidArgumentError } from 'commander'
import { chooseMongo, downloadMongod, mongodVersion, MongoUnavailable, startServer, withoutPassword } from '@hotpath-labs/services/mongo'
import { EXIT } from '../measuring.js'

/** @typedef {import('@hotpath-labs/services/mongo').Chosen} Chosen */

/** @type {Record<import('@hotpath-labs/services/mongo').Choice, string>} */
const CHOICES = {
  url: 'MONGODB_URL',
  local: 'a server on 127.0.0.1:27017',
  mongod: 'a mongod on this machine',
  embedded: 'the embedded server',
}

/**
 * Registers `mongo status`, `mongo download` and `mongo start`.
 *
 * @param {import('commander').Command} program
 * @returns {import('commander').Command} the command `mongo`
 */
export function mongoCommand (program) {
  const mongo = program.command('mongo').description('find, fetch or start the MongoDB that labs use')
  mongo.command('status')
    .description('show which MongoDB labs would use, and why not the others')
    .option('--json', 'print one JSON object')
    .action((options) => orCannotRun(() => status(options)))
  mongo.command('download')
    .description('download a mongod, which labs then start')
    .action(() => orCannotRun(download))
  mongo.command('start')
    .description('run the embedded server until Ctrl-C')
    .option('--port <number>', 'the port to listen on; 0 takes a free one', port, 27017)
    .action((options) => orCannotRun(() => start(options)))
  return mongo
}

/** @param {string} text */
function port (text) {
  const value = Number(text)
  if (/^\d+$/.test(text) && value <= 65_535) return value
  throw new InvalidArgumentError('Expected a whole number from 0 to 65535.')
}

/** @param {() => Promise<void>} work */
async function orCannotRun (work) {
  try {
    await work()
  } catch (error) {
    if (!(error instanceof MongoUnavailable)) throw error
    process.stderr.write(`${error.message}\n`)
    process.exitCode = EXIT['cannot run']
  }
}

/** @param {{ json?: boolean }} options */
async function status ({ json }) {
  const found = await chooseMongo()
  const chosen = { ...found, version: found.version ?? (found.file && await mongodVersion(found.file)) }
  process.stdout.write(json ? `${JSON.stringify(machineReadable(chosen))}\n` : readable(chosen))
}

/** @param {Chosen} chosen */
function machineReadable ({ choice, engine, version, url, file, passedOver }) {
  return {
    choice, engine, version: version ?? null, url: url ? withoutPassword(url) : null, file: file ?? null, passedOver,
  }
}

/** @param {Chosen} chosen */
function readable ({ choice, engine, version, url, file, passedOver }) {
  const where = url ? withoutPassword(url) : file ?? 'started when a lab needs it'
  const lines = passedOver.map((passed) => `not ${CHOICES[passed.choice]}: ${passed.reason}`)
  return `${engine}${version ? ` ${version}` : ''}, ${CHOICES[choice]}: ${where}\n${lines.map((line) => `  ${line}\n`).join('')}`
}

async function download () {
  process.stderr.write('downloading a mongod, about 100 MB\n')
  const file = await downloadMongod({ onProgress: (text) => process.stderr.write(text) })
  process.stdout.write(`${file}\n`)
}

/** @param {{ port: number }} options */
async function start ({ port }) {
  const { url } = await startServer({ port }).catch((error) => {
    throw new MongoUnavailable(`127.0.0.1:${port}`, error.code === 'EADDRINUSE' ? 'the port is in use' : error.message,
      'For a free port, type `pnpm mongo start --port 0`')
  })
  process.stdout.write(`${url}\n`)
  process.stderr.write('The embedded server runs until Ctrl-C. Then its data is deleted.\n')
  // a signal ends it, and nothing of it is kept
  await new Promise(() => {})
}
