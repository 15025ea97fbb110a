import { spawnSync } from 'node:child_process'
import { mkdtempSync, rmdirSync } from 'node:fs'
import { connect, createServer } from 'node:net'
import { join } from 'node:path'
import { chooseMongoServer, MongoUnavailableError } from '@hotpath-labs/services/mongo'
import { findLastingPath, isProgramOnPath } from 'hotpath/files'
import { ATTENDEE_FOLDER, formatPath, explainWriteErrors } from '@hotpath-labs/project'
import { makeGoodFinding, makeFaultFinding, makeLimitationFinding } from './finding.js'

/** @import { AddressInfo } from 'node:net' */
/** @import { Judgement } from './finding.js' */

/** First and last major version of Node on which the labs are measured. Odd versions are left out. */
const TRIED = { from: 20, to: 26 }

const BROWSERS = ['chromium', 'chromium-browser', 'google-chrome', 'google-chrome-stable', 'firefox', 'microsoft-edge', 'brave-browser']

/** @param {string} [version] */
export function checkNodeVersion (version = process.versions.node) {
  const major = Number(version.split('.')[0])
  if (major >= TRIED.from && major <= TRIED.to && major % 2 === 0) return makeGoodFinding(version)
  return makeLimitationFinding(`${version}: the labs are tested on the even versions from ${TRIED.from} to ${TRIED.to}`, 'install the LTS version from https://nodejs.org')
}

/** @param {string} [agent] as npm_config_user_agent has it @param {string} [path] */
export function checkPnpm (agent = process.env.npm_config_user_agent ?? '', path = process.env.PATH ?? '') {
  const lasting = findLastingPath(path)
  // ignores npm_config_user_agent under npx, because it names a pnpm that npx removes after this command
  const isOfNpx = /[\\/]_npx[\\/]/.test(path)
  const ask = () => spawnSync('pnpm --version', { shell: true, encoding: 'utf8', env: { ...process.env, PATH: lasting } }).stdout.trim()
  const version = isProgramOnPath('pnpm', lasting) && ((!isOfNpx && agent.match(/pnpm\/(\S+)/)?.[1]) || ask())
  if (!version) return makeLimitationFinding('pnpm is not on the PATH, and with npx each command starts some seconds later', 'npm install -g pnpm')
  return Number(version.split('.')[0]) >= 12 ? makeGoodFinding(version) : makeLimitationFinding(`${version}: expected 12 or newer`, 'npm install -g pnpm')
}

export function checkAttendeeFolder () {
  try {
    // creates a folder as a test, because for root every path counts as writable, even in /proc
    explainWriteErrors(() => rmdirSync(mkdtempSync(join(ATTENDEE_FOLDER, 'probe-'))))
    return makeGoodFinding(formatPath(ATTENDEE_FOLDER))
  } catch (error) {
    return makeFaultFinding(error.message, process.platform === 'win32' ? '$env:HOTPATH_MY = "$HOME\\hotpath"' : 'export HOTPATH_MY=$HOME/hotpath')
  }
}

export function checkBrowser () {
  if (process.platform === 'win32' || process.platform === 'darwin') return makeGoodFinding('the default browser')
  const found = process.env.BROWSER || BROWSERS.find((name) => isProgramOnPath(name))
  return found ? makeGoodFinding(found) : makeLimitationFinding('no browser is on the PATH, and flame graphs are web pages', 'copy the pages in profiles/ to another machine and open them there: each page is one file')
}

/** Checks whether a server on a free port of 127.0.0.1 can be reached. @returns {Promise<Judgement>} */
export function checkLocalPorts () {
  return new Promise((resolve) => {
    const failed = (/** @type {Error} */ { message }) =>
      resolve(makeFaultFinding(`no server can be reached on 127.0.0.1: ${message}`, 'allow connections on the loopback interface (firewall, container)'))
    const server = createServer((socket) => socket.end()).on('error', failed).listen(0, '127.0.0.1', () => {
      const { port } = /** @type {AddressInfo} */ (server.address())
      connect(port, '127.0.0.1', () => resolve(makeGoodFinding(`a server on 127.0.0.1:${port} was reached`)))
        .on('error', failed).on('close', () => server.close()).resume()
    })
  })
}

export async function checkMongo () {
  try {
    const { engine, version, file, choice } = await chooseMongoServer()
    return makeGoodFinding(choice === 'embedded' ? 'the embedded server, started when a lab needs it' : `${engine} ${version ?? file ?? ''}`.trim())
  } catch (error) {
    if (!(error instanceof MongoUnavailableError)) throw error
    return makeFaultFinding(`${error.what}: ${error.reason}`, error.advice)
  }
}
