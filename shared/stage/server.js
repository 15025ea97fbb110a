import fastify from 'fastify'
import { createHash } from 'node:crypto'
import { PAGE_ASSETS, IMPORT_MAP_HASH, CONTENT_TYPES } from './assets.js'
import { MAX_ATTENDEE_FILE_BYTES } from './board-files.js'
import { describeLabForPage } from './lab-view.js'
import { EMPTY_SPEAKER_NOTES } from './notes.js'
import { PageConnections } from './pages.js'
import { LOOPBACK_ADDRESS, listNetworkAddresses, isLoopbackAddress, limitConnectionsPerMachine, formatAudienceAddress } from './visitors.js'

/** @import { DemoStage } from './stage.js' */
/** @import { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify' */
/** @import { AddressInfo } from 'node:net' */

const ALL = '0.0.0.0'

/** First port to try: lower than the ports that operating systems assign to programs by themselves. */
const FIRST_PORT = 7410
const PORTS = 20

/** Largest size of a request's body in bytes. The request to change the screen needs less than 100 bytes. */
const MOST_BYTES = 1000

/** Time limit of a request in ms, because a client may send a request byte by byte. */
const REQUEST_MS = 5000

/** Time limit of an idle connection in ms: short, because a page opens six connections, and a machine may have only 16 connections. */
const IDLE_MS = 2000

const POLICY = [
  "default-src 'none'", `script-src 'self' ${IMPORT_MAP_HASH}`, "style-src 'self'", "connect-src 'self'", "frame-src 'self'", "img-src 'self' data:",
  "base-uri 'none'", "form-action 'none'", "frame-ancestors 'none'",
].join('; ')

/** Content-Security-Policy of the page of flame graphs: a single file that runs its own script and loads nothing. */
const FLAME_POLICY = [
  'sandbox allow-scripts', "default-src 'none'", "script-src 'unsafe-inline'", "style-src 'unsafe-inline'", 'img-src data:',
  "base-uri 'none'", "form-action 'none'", "frame-ancestors 'self'",
].join('; ')

/**
 * Serves the pages of `pnpm demo` to this machine. With `isShared`, other machines can watch, but do nothing else.
 *
 * @param {DemoStage} stage
 * @param {string} token of the pages that may change something
 * @param {number | null} [wanted] port, tried first
 * @param {{ isShared?: boolean }} [how]
 * @returns {Promise<{ port: number, taken: boolean, close: () => Promise<void> }>} `taken`: another program has the wanted port
 */
export async function serveStagePages (stage, token, wanted = null, { isShared = false } = {}) {
  const app = fastify({
    bodyLimit: MOST_BYTES,
    forceCloseConnections: true,
    requestTimeout: REQUEST_MS,
    keepAliveTimeout: IDLE_MS,
    http: { connectionsCheckingInterval: 1000 },
  })
  limitConnectionsPerMachine(app.server)
  let port = 0
  const viewNow = () => ({ ...describeLabForPage(stage.lab), hasBoard: Boolean(stage.board) })
  // identifies the lab's texts by a hash. A page with a different hash reloads, because it shows another lab or old texts.
  const id = createHash('sha256').update(JSON.stringify(viewNow())).digest('hex').slice(0, 16)
  const pages = new PageConnections(() => ({ ...stage.state, of: id }))

  app.addHook('onRequest', async ({ headers }, reply) => {
    reply.headers(headersWith(POLICY))
    const shared = isShared ? listNetworkAddresses() : []
    const hosts = [LOOPBACK_ADDRESS, 'localhost', ...shared].map((host) => `${host}:${port}`)
    // refuses requests to other host names (DNS rebinding), and requests from pages of other sites
    if (!hosts.includes(String(headers.host))) {
      const error = shared.length ? `open ${shared.map((host) => formatAudienceAddress(host, port)).join(' or ')}` : `open http://${hosts[0]}: no other address is served`
      return reply.code(421).send({ error })
    }
    if (headers.origin !== undefined && headers.origin !== `http://${headers.host}`) return reply.code(403).send({ error: 'requests from pages of other sites are refused' })
  })
  for (const [address, { type, text }] of PAGE_ASSETS) app.get(address, (_, reply) => reply.type(type).send(text))
  app.get('/lab.json', ({ ip }) => {
    const view = { ...viewNow(), id }
    // sends the speaker notes only to pages on this machine, because other machines show the audience's pages
    return isLoopbackAddress(ip) ? view : { ...view, notes: EMPTY_SPEAKER_NOTES }
  })
  app.get('/flame', (_, reply) => {
    const page = stage.flame()
    if (!page) return reply.code(404).send({ error: 'there is no profile yet' })
    return reply.headers(headersWith(FLAME_POLICY)).type(CONTENT_TYPES.html).send(page)
  })
  app.get('/events', (_, reply) => {
    reply.hijack()
    pages.add(reply.raw, headersWith(POLICY))
  })
  addActions(app, stage, token)

  const update = () => pages.update()
  stage.on('change', update)
  port = await listenOn(app, isShared ? ALL : LOOPBACK_ADDRESS, wanted)

  return {
    port,
    taken: wanted !== null && port !== wanted,
    async close () {
      stage.off('change', update)
      pages.end()
      await app.close()
    },
  }
}

/**
 * Adds the routes for actions, such as starting a run. Only a page on this machine that sends the token can use these routes.
 * @param {FastifyInstance} app @param {DemoStage} stage @param {string} token
 */
function addActions (app, stage, token) {
  /** @param {FastifyRequest} request @param {FastifyReply} reply */
  const onlyWithToken = async ({ ip, headers }, reply) => {
    const refuse = (/** @type {string} */ error) => reply.code(403).send({ error })
    if (!isLoopbackAddress(ip)) return refuse('only a page on the machine that runs pnpm demo can change anything')
    if (headers['x-stage-token'] !== token) return refuse('this page has no token: open the address that pnpm demo printed')
  }
  /** @param {string} address @param {(body: any) => string | void} does @param {object} [schema] of the body */
  const act = (address, does, schema, bodyLimit = MOST_BYTES) =>
    app.post(address, { schema: schema && { body: schema }, bodyLimit, onRequest: onlyWithToken }, (request, reply) => {
      const wrong = does(request.body)
      return wrong ? reply.code(409).send({ error: wrong }) : reply.code(204).send()
    })
  act('/move', (place) => stage.move(place), placeWithin(stage.lastScreen))
  act('/run', () => stage.begin())
  act('/play', () => stage.play())
  act('/stop', () => stage.stop())
  act('/profile', () => stage.takeProfile())
  act('/judge', () => stage.judge())
  // allows six times a file's largest size, because JSON may turn a byte into six. The leaderboard refuses longer files and names them.
  const drop = (/** @type {any} */ { name, text }) => stage.board ? stage.board.take(name, text) : 'to drop files here, start pnpm demo with --board'
  act('/drop', drop, DROPPED, 6 * MAX_ATTENDEE_FILE_BYTES + MOST_BYTES)
}

/** @param {number} lastScreen @returns {object} schema of a place */
function placeWithin (lastScreen) {
  return {
    type: 'object',
    additionalProperties: false,
    required: ['screen', 'step', 'blank'],
    properties: {
      screen: { type: 'integer', minimum: 0, maximum: lastScreen },
      step: { type: 'integer', minimum: 0, maximum: 50 },
      blank: { type: 'boolean' },
    },
  }
}

const DROPPED = {
  type: 'object',
  additionalProperties: false,
  required: ['name', 'text'],
  properties: { name: { type: 'string', maxLength: 200 }, text: { type: 'string' } },
}

/** @param {string} policy */
function headersWith (policy) {
  return {
    'content-security-policy': policy,
    'x-content-type-options': 'nosniff',
    'referrer-policy': 'no-referrer',
    'cross-origin-resource-policy': 'same-origin',
    'cache-control': 'no-store',
  }
}

/** @param {FastifyInstance} app @param {string} host @param {number | null} wanted @returns {Promise<number>} the port that it has got */
async function listenOn (app, host, wanted) {
  const tried = [...(wanted === null ? [] : [wanted]), ...Array.from({ length: PORTS }, (_, index) => FIRST_PORT + index), 0]
  for (const port of tried) {
    try {
      await app.listen({ host, port })
      return /** @type {AddressInfo} */ (app.server.address()).port
    } catch (error) {
      if (error.code !== 'EADDRINUSE' && error.code !== 'EACCES') throw error
    }
  }
  throw new Error('the system gives no free port')
}
