import fastify from 'fastify'
import { createHash } from 'node:crypto'
import { ASSETS, IMPORT_MAP, TYPES } from './assets.js'
import { MOST_SOURCE_BYTES } from './board-files.js'
import { labView } from './lab-view.js'
import { Pages } from './pages.js'
import { LOOPBACK, addresses, isHere, isToken, limitConnections, watchedAt } from './visitors.js'

const ALL = '0.0.0.0'

/** Ports from this one on, of which the first free is taken: below those that systems hand out by themselves. */
const FIRST_PORT = 7410
const PORTS = 20

/** Of what a page sends: a place is less than a hundred bytes. */
const MOST_BYTES = 1000

/** A client that sends a request byte by byte is not waited for. */
const REQUEST_MS = 5000

/** A page that has loaded leaves six connections open, which others may need. */
const IDLE_MS = 2000

const POLICY = `default-src 'none'; script-src 'self' ${IMPORT_MAP}; style-src 'self'; connect-src 'self'; frame-src 'self'; img-src 'self' data:; base-uri 'none'; form-action 'none'; frame-ancestors 'none'`

/** A flame page is one file with all in it; it may run its own script, and reach nothing. */
const FLAME_POLICY = "sandbox allow-scripts; default-src 'none'; script-src 'unsafe-inline'; style-src 'unsafe-inline'; img-src data:; base-uri 'none'; form-action 'none'; frame-ancestors 'self'"

/**
 * Serves a stage on this machine, and on no other unless it `isShared`: then other machines can watch, and nothing else.
 *
 * @param {import('./stage.js').Stage} stage
 * @param {string} token that whoever changes something must have
 * @param {number | null} [wanted] port
 * @param {{ isShared?: boolean }} [how]
 * @returns {Promise<{ port: number, taken: boolean, close: () => Promise<void> }>} `taken`: the wanted port was another program's
 */
export async function serve (stage, token, wanted = null, { isShared = false } = {}) {
  const app = fastify({ bodyLimit: MOST_BYTES, forceCloseConnections: true, requestTimeout: REQUEST_MS, keepAliveTimeout: IDLE_MS, http: { connectionsCheckingInterval: 1000 } })
  limitConnections(app.server)
  let port = 0
  const viewNow = () => ({ ...labView(stage.lab), hasBoard: Boolean(stage.board) })
  // a page that another demo has left open is of another lab, and loads this one
  const id = createHash('sha256').update(JSON.stringify(viewNow())).digest('hex').slice(0, 16)
  const pages = new Pages(() => ({ ...stage.state, of: id }))

  app.addHook('onRequest', async ({ headers }, reply) => {
    reply.headers(headersWith(POLICY))
    const shared = isShared ? addresses() : []
    const hosts = [LOOPBACK, 'localhost', ...shared].map((host) => `${host}:${port}`)
    // another name that leads here (DNS rebinding), or another site's page
    if (!hosts.includes(String(headers.host))) return reply.code(421).send({ error: shared.length ? `open ${shared.map((host) => watchedAt(host, port)).join(' or ')}` : `open http://${hosts[0]}: no other address is served` })
    if (headers.origin !== undefined && headers.origin !== `http://${headers.host}`) return reply.code(403).send({ error: 'requests from pages of other sites are refused' })
  })
  for (const [address, { type, text }] of ASSETS) app.get(address, (_, reply) => reply.type(type).send(text))
  app.get('/lab.json', ({ ip }) => {
    const view = { ...viewNow(), id }
    // what the instructor is to say is not for the room
    return isHere(ip) ? view : { ...view, notes: {} }
  })
  app.get('/flame', (_, reply) => {
    const page = stage.flame()
    return page ? reply.headers(headersWith(FLAME_POLICY)).type(TYPES.html).send(page) : reply.code(404).send({ error: 'there is no profile yet' })
  })
  app.get('/events', (_, reply) => {
    reply.hijack()
    pages.add(reply.raw, headersWith(POLICY))
  })
  obey(app, stage, token)

  const update = () => pages.update()
  stage.on('change', update)
  port = await listenOn(app, isShared ? ALL : LOOPBACK, wanted)

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

/** What a page on this machine that has the token can do. @param {import('fastify').FastifyInstance} app @param {import('./stage.js').Stage} stage @param {string} token */
function obey (app, stage, token) {
  /** @param {import('fastify').FastifyRequest} request @param {import('fastify').FastifyReply} reply */
  const onlyWithToken = async ({ ip, headers }, reply) => {
    if (!isHere(ip)) return reply.code(403).send({ error: 'only a page on the machine that runs pnpm demo can change anything' })
    if (!isToken(headers['x-stage-token'], token)) return reply.code(403).send({ error: 'this page has no token: open the address that pnpm demo printed' })
  }
  const act = (/** @type {string} */ address, /** @type {(body: any) => string | void} */ does, /** @type {object} */ schema = undefined, bodyLimit = MOST_BYTES) =>
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
  // a byte of a file is at most six in JSON; a file that is too long is refused by its name
  act('/drop', ({ name, text }) => stage.board ? stage.board.take(name, text) : 'to drop files here, start pnpm demo with --board', DROPPED, 6 * MOST_SOURCE_BYTES + MOST_BYTES)
}

/** @param {number} lastScreen @returns {object} schema of a place */
function placeWithin (lastScreen) {
  return {
    type: 'object',
    additionalProperties: false,
    required: ['screen', 'step', 'blank'],
    properties: { screen: { type: 'integer', minimum: 0, maximum: lastScreen }, step: { type: 'integer', minimum: 0, maximum: 50 }, blank: { type: 'boolean' } },
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

/** @param {import('fastify').FastifyInstance} app @param {string} host @param {number | null} wanted @returns {Promise<number>} the port that it has got */
async function listenOn (app, host, wanted) {
  const tried = [...(wanted === null ? [] : [wanted]), ...Array.from({ length: PORTS }, (_, index) => FIRST_PORT + index), 0]
  for (const port of tried) {
    try {
      await app.listen({ host, port })
      return /** @type {import('node:net').AddressInfo} */ (app.server.address()).port
    } catch (error) {
      if (error.code !== 'EADDRINUSE' && error.code !== 'EACCES') throw error
    }
  }
  throw new Error('the system gives no free port')
}
