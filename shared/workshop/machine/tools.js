import { spawnSync } from 'node:child_process'
import { mkdtempSync, rmdirSync } from 'node:fs'
import { connect, createServer } from 'node:net'
import { delimiter, join } from 'node:path'
import { chooseMongo, MongoUnavailable } from '@hotpath-labs/services/mongo'
import { isOnPath } from '../attempt/editor.js'
import { MY, shown, writing } from '@hotpath-labs/project'
import { good, stop, willDo } from './finding.js'

/** The labs are measured on these. */
const TRIED = { from: 20, to: 26 }

const BROWSERS = ['chromium', 'chromium-browser', 'google-chrome', 'google-chrome-stable', 'firefox', 'microsoft-edge', 'brave-browser']

/** @param {string} [version] */
export function node (version = process.versions.node) {
  const major = Number(version.split('.')[0])
  if (major >= TRIED.from && major <= TRIED.to && major % 2 === 0) return good('Node', version)
  return willDo('Node', `${version}: the labs are tested on ${TRIED.from}, 22, 24 and ${TRIED.to}`, 'install the LTS version from https://nodejs.org')
}

/** Folders that npx and pnpm put before the PATH for as long as one command runs. */
const PASSING = /[\\/](_npx|node_modules)[\\/]/

/** @param {string} [agent] as npm_config_user_agent has it @param {string} [path] */
export function pnpm (agent = process.env.npm_config_user_agent ?? '', path = process.env.PATH ?? '') {
  const lasting = path.split(delimiter).filter((folder) => !PASSING.test(folder)).join(delimiter)
  // the agent that npx has fetched goes with this command
  const isOfNpx = /[\\/]_npx[\\/]/.test(path)
  const version = isOnPath('pnpm', lasting) && ((!isOfNpx && agent.match(/pnpm\/(\S+)/)?.[1]) || spawnSync('pnpm --version', { shell: true, encoding: 'utf8', env: { ...process.env, PATH: lasting } }).stdout.trim())
  if (!version) return willDo('pnpm', 'not on the PATH; with npx each command starts some seconds later', 'npm install -g pnpm')
  return Number(version.split('.')[0]) >= 12 ? good('pnpm', version) : willDo('pnpm', `${version}: expected 12 or newer`, 'npm install -g pnpm')
}

export function myFolder () {
  try {
    // for root every file says that it can be written, also in /proc
    writing(() => rmdirSync(mkdtempSync(join(MY, 'probe-'))))
    return good('your folder', shown(MY))
  } catch (error) {
    return stop('your folder', error.message, process.platform === 'win32' ? '$env:HOTPATH_MY = "$HOME\\hotpath"' : 'export HOTPATH_MY=$HOME/hotpath')
  }
}

export function browser () {
  const name = 'browser'
  if (process.platform === 'win32' || process.platform === 'darwin') return good(name, 'the default browser')
  const found = process.env.BROWSER || BROWSERS.find((name) => isOnPath(name))
  return found ? good(name, found) : willDo(name, 'none on the PATH; flame graphs are web pages', 'open the pages of profiles/ on another machine: each page is one file')
}

/** Servers listen on a port that the system chooses, and are asked on 127.0.0.1. @returns {Promise<import('./finding.js').Finding>} */
export function ports () {
  const name = 'free ports'
  return new Promise((resolve) => {
    const failed = (/** @type {Error} */ error) => resolve(stop(name, `no server can be reached on 127.0.0.1: ${error.message}`, 'allow connections on the loopback interface (firewall, container)'))
    const server = createServer((socket) => socket.end()).on('error', failed).listen(0, '127.0.0.1', () => {
      const { port } = /** @type {import('node:net').AddressInfo} */ (server.address())
      connect(port, '127.0.0.1', () => resolve(good(name, `a server on 127.0.0.1:${port} was reached`))).on('error', failed).on('close', () => server.close()).resume()
    })
  })
}

export async function mongo () {
  const name = 'MongoDB'
  try {
    const { engine, version, file, choice } = await chooseMongo()
    return good(name, choice === 'embedded' ? 'the embedded server, started when a lab needs it' : `${engine} ${version ?? file ?? ''}`.trim())
  } catch (error) {
    if (!(error instanceof MongoUnavailable)) throw error
    return stop(name, `${error.what}: ${error.reason}`, error.advice)
  }
}
