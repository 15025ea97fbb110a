import { InvalidArgumentError } from 'commander'
import { downloadMongod } from '../../shared/mongo/download.js'
import { startServer } from '../../shared/mongo/embedded/server.js'
import { mongodVersion } from '../../shared/mongo/mongod.js'
import { chooseMongo, MongoUnavailable } from '../../shared/mongo/provide.js'
import { withoutPassword } from '../../shared/mongo/url.js'
import { EXIT } from '../measuring.js'

/** @typedef {import('../../shared/mongo/provide.js').Chosen} Chosen */

/** @type {Record<import('../../shared/mongo/provide.js').Choice, string>} */
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
  const mongo = program.command('mongo').description('the MongoDB that labs use')
  mongo.command('status')
    .description('say which one, and why not one that comes first')
    .option('--json', 'as one JSON object')
    .action((options) => orCannotRun(() => status(options)))
  mongo.command('download')
    .description('fetch a mongod for labs to start')
    .action(() => orCannotRun(download))
  mongo.command('start')
    .description('run the embedded server until Ctrl-C')
    .option('--port <number>', 'where it listens', port, 27017)
    .action((options) => orCannotRun(() => start(options)))
  return mongo
}

/** @param {string} text */
function port (text) {
  const value = Number(text)
  if (/^\d+$/.test(text) && value <= 65_535) return value
  throw new InvalidArgumentError('A port is a whole number from 0 to 65535.')
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
  const where = url ? withoutPassword(url) : file ?? 'started when a lab asks for it'
  const lines = passedOver.map((passed) => `not ${CHOICES[passed.choice]}: ${passed.reason}`)
  return `${engine}${version ? ` ${version}` : ''}, ${CHOICES[choice]}: ${where}\n${lines.map((line) => `  ${line}\n`).join('')}`
}

async function download () {
  process.stderr.write('fetching a mongod, about 100 MB\n')
  const file = await downloadMongod({ onProgress: (text) => process.stderr.write(text) })
  process.stdout.write(`${file}\n`)
}

/** @param {{ port: number }} options */
async function start ({ port }) {
  const { url } = await startServer({ port }).catch((error) => {
    throw new MongoUnavailable(`127.0.0.1:${port}`, error.code === 'EADDRINUSE' ? 'it is in use' : error.message,
      'Type `pnpm mongo start --port 0` for a free one')
  })
  process.stdout.write(`${url}\n`)
  process.stderr.write('the embedded server runs until Ctrl-C, and keeps its data only until then\n')
  // a signal ends it, and nothing of it is kept
  await new Promise(() => {})
}
