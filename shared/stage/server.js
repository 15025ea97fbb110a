import { createHash } from 'node:crypto'
import { readFileSync, readdirSync } from 'node:fs'
import { networkInterfaces } from 'node:os'
import { hashForContentSecurityPolicy } from '@hotpath-labs/site/html.js'
import fastify from 'fastify'
import { MAX_ATTENDEE_FILE_BYTES } from './handed-in-files.js'
import { highlight } from './code-pages.js'
import { describeLabForPage, EMPTY_SPEAKER_NOTES } from './lab-view.js'

/**
 * @import { Server, OutgoingHttpHeaders, ServerResponse } from 'node:http'
 * @import { AddressInfo } from 'node:net'
 * @import { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
 * @import { HandIn } from './hand-in.js'
 * @import { DemoStage } from './stage.js'
 */

const LOOPBACK_ADDRESS = '127.0.0.1'

/** Largest number of connections from each address: a page opens six connections, and thirty laptops may have one address. */
const MOST_CONNECTIONS = 200

/** Lists the IPv4 addresses under which other machines on the network reach this machine. @returns {string[]} */
export function listNetworkAddresses () {
  const known = Object.values(networkInterfaces()).flatMap((all) => all ?? [])
  return known.filter(({ family, internal }) => family === 'IPv4' && !internal).map(({ address }) => address)
}

/** @param {string} host @param {number} port @returns {string} the address that the room types */
export function formatAudienceAddress (host, port) {
  return `http://${host}:${port}/?audience`
}

/** @param {string} host @param {number} port @returns {string} the address at which the room hands files in */
export function formatHandInAddress (host, port) {
  return `http://${host}:${port}/hand-in`
}

/** @param {string} address of a visitor @returns {boolean} whether it is this machine */
function isLoopbackAddress (address) {
  return address === LOOPBACK_ADDRESS
}

/** Closes connections above the limit for each machine, so that no other machine can block the instructor's page. @param {Server} server */
function limitConnectionsPerMachine (server) {
  /** @type {Map<string, number>} by address */
  const open = new Map()
  server.on('connection', (socket) => {
    const address = String(socket.remoteAddress)
    if (isLoopbackAddress(address)) return
    const count = (open.get(address) ?? 0) + 1
    if (count > MOST_CONNECTIONS) return socket.destroy()
    open.set(address, count)
    socket.on('close', () => open.set(address, Number(open.get(address)) - 1))
  })
}

const PAGE = new URL('page/', import.meta.url)

const CONTENT_TYPES = { html: 'text/html; charset=utf-8', css: 'text/css; charset=utf-8', js: 'text/javascript; charset=utf-8' }

const pageFiles = readdirSync(PAGE).filter((name) => /^[\w-]+\.(css|js)$/.test(name))

/** Modules of other packages that the page imports, also through each other. The import map of index.html serves them by these names. */
const SHARED_MODULES = [
  'engine/stats/same.js', 'terminal/numbers.js', 'lab/metrics.js', 'lab/phrase.js', 'lab/report/statement.js', 'lab/report/words.js',
  'profile/flame/format.js', 'profile/flame/layout.js', 'site/chart/scale.js',
]

const files = {
  '/': new URL('index.html', PAGE),
  '/hand-in': new URL('hand-in.html', PAGE),
  '/page/style.css': new URL(import.meta.resolve('@hotpath-labs/site/style.css')),
  ...Object.fromEntries(SHARED_MODULES.map((path) => [`/${path}`, new URL(import.meta.resolve(`@hotpath-labs/${path}`))])),
  ...Object.fromEntries(pageFiles.map((name) => [`/stage/page/${name}`, new URL(name, PAGE)])),
}

/**
 * Files that the server can send, by URL path. The server reads all when it starts, so that no path in a request leads to another file.
 *
 * @type {Map<string, { type: string, text: string }>}
 */
export const PAGE_ASSETS = new Map()
for (const [address, file] of Object.entries(files)) {
  const extension = /** @type {keyof typeof CONTENT_TYPES} */ (file.pathname.split('.').pop())
  PAGE_ASSETS.set(address, { type: CONTENT_TYPES[extension], text: readFileSync(file, 'utf8') })
}

/** Hash of both pages' import map: the Content-Security-Policy allows inline code only by its hash. */
const IMPORT_MAP_HASH = hashForContentSecurityPolicy(String(PAGE_ASSETS.get('/')?.text.match(/<script type="importmap">([^]*?)<\/script>/)?.[1]))

/** Interval in ms at which the server sends every page a message. A page that gets no messages looks for a new server. */
const BEAT_MS = 2000

/** Keeps the connections of all open pages of `pnpm demo`, and sends each page the state whenever the state changes. */
class PageConnections {
  /** @type {Map<ServerResponse, boolean>} with whether the page is on this machine */
  #open = new Map()
  #beat = setInterval(() => this.update(), BEAT_MS).unref()

  /** @param {(isOwn: boolean) => object} readState for a page on this machine, or on another */
  constructor (readState) {
    this.readState = readState
  }

  /** @param {ServerResponse} page @param {OutgoingHttpHeaders} headers @param {boolean} isOwn */
  add (page, headers, isOwn) {
    page.writeHead(200, { ...headers, 'content-type': 'text/event-stream' })
    page.write(`retry: 500\n\n${this.#message(isOwn)}`)
    this.#open.set(page, isOwn)
    page.on('close', () => this.#open.delete(page))
  }

  update () {
    const [others, own] = [false, true].map((isOwn) => this.#message(isOwn))
    // skips a page that does not read its messages, because unread messages would fill the memory. The page gets a later state.
    for (const [page, isOwn] of this.#open) if (!page.writableNeedDrain) page.write(isOwn ? own : others)
  }

  end () {
    clearInterval(this.#beat)
    for (const page of this.#open.keys()) page.end()
  }

  /** @param {boolean} isOwn */
  #message (isOwn) {
    return `data: ${JSON.stringify(this.readState(isOwn))}\n\n`
  }
}

const ALL = '0.0.0.0'

/** First port to try: lower than the ports that operating systems assign to programs by themselves. */
const FIRST_PORT = 7410
const PORTS = 20

/** Largest size of a request's body in bytes. The request to change the screen needs less than 100 bytes. */
const MOST_BYTES = 1000

/** Largest size of a request with a file: JSON may turn a byte of the file into six. The board refuses longer files and names them. */
const MOST_FILE_BYTES = 6 * MAX_ATTENDEE_FILE_BYTES + 2 * MOST_BYTES

/** Time limit of a request in ms, because a client may send a request byte by byte. */
const REQUEST_MS = 5000

/** Time limit of an idle connection in ms: short, because a page opens six connections, and an address may have only 200. */
const IDLE_MS = 2000

const POLICY = [
  "default-src 'none'", `script-src 'self' ${IMPORT_MAP_HASH}`, "style-src 'self'", "connect-src 'self'", "img-src 'self' data:",
  "base-uri 'none'", "form-action 'none'", "frame-ancestors 'none'",
].join('; ')

/**
 * Serves the pages of `pnpm demo` to this machine. With `isShared`, other machines can watch. With `handIn`, they can also hand files in.
 *
 * @param {DemoStage} stage
 * @param {string} token of the pages that may change something
 * @param {number | null} [wanted] port, tried first
 * @param {{ isShared?: boolean, handIn?: HandIn, requestMs?: number }} [how] `requestMs`: time for a request to arrive
 * @returns {Promise<{ port: number, taken: boolean, close: () => Promise<void> }>} `taken`: another program has the wanted port
 */
export async function serveStagePages (stage, token, wanted = null, { isShared = false, handIn, requestMs = REQUEST_MS } = {}) {
  const app = fastify({
    bodyLimit: MOST_BYTES,
    forceCloseConnections: true,
    requestTimeout: requestMs,
    keepAliveTimeout: IDLE_MS,
    http: { connectionsCheckingInterval: 1000 },
  })
  limitConnectionsPerMachine(app.server)
  let port = 0
  // made once: it takes the time of a measurement
  const texts = { ...describeLabForPage(stage.plan), hasBoard: Boolean(stage.board), mostBytes: MAX_ATTENDEE_FILE_BYTES }
  // identifies the lab's texts by a hash. A page with a different hash reloads, because it shows another lab or old texts.
  const id = createHash('sha256').update(JSON.stringify(texts)).digest('hex').slice(0, 16)
  const pages = new PageConnections((isOwn) => {
    const known = isShared ? listNetworkAddresses() : []
    const addresses = (known.length ? known : [LOOPBACK_ADDRESS]).map((host) => formatHandInAddress(host, port))
    // shows the code only to pages on this machine, so that nobody outside of the room finds the code on the network
    return { ...stage.state, of: id, handIn: handIn ? { addresses, code: isOwn ? handIn.code : null } : null }
  })

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
  for (const [address, { type, text }] of PAGE_ASSETS) {
    if (address !== '/hand-in' || handIn) app.get(address, (_, reply) => reply.type(type).send(text))
  }
  app.get('/lab.json', ({ ip }) => {
    // sends the speaker notes only to pages on this machine, because other machines show the audience's pages
    return { ...texts, id, ...!isLoopbackAddress(ip) && { notes: EMPTY_SPEAKER_NOTES } }
  })
  app.get('/profile.json', (_, reply) => stage.shownProfile ?? reply.code(404).send({ error: 'there is no profile yet' }))
  app.get('/events', ({ ip }, reply) => {
    reply.hijack()
    pages.add(reply.raw, headersWith(POLICY), isLoopbackAddress(ip))
  })
  addActions(app, stage, token)
  if (handIn) addHandIn(app, handIn)

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
    if (headers['x-stage-token'] !== token) return refuse(`this page has ${headers['x-stage-token'] ? 'the token of another pnpm demo' : 'no token'}: open the address that pnpm demo printed`)
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
  const drop = (/** @type {{ name: string, text: string }} */ { name, text }) => stage.board ? stage.board.take(name, text) : 'to drop files here, start pnpm demo with --board'
  act('/drop', drop, DROPPED, MOST_FILE_BYTES)
  app.get('/code', { onRequest: onlyWithToken }, ({ query }, reply) => {
    const text = stage.board?.readText(String(/** @type {{ who?: unknown }} */ (query).who))
    return text === undefined ? reply.code(404).send({ error: 'this file has left the board' }) : reply.send({ lines: highlight(text.replaceAll('\r\n', '\n').trimEnd()) })
  })
}

/** Adds the route by which other machines hand files in. @param {FastifyInstance} app @param {HandIn} handIn */
function addHandIn (app, handIn) {
  app.post('/hand-in', {
    schema: { body: HANDED_IN },
    bodyLimit: MOST_FILE_BYTES,
    errorHandler: ({ code, statusCode = 500 }, _, reply) => reply.code(statusCode).send({
      error: code === 'FST_ERR_CTP_BODY_TOO_LARGE' ? `your file is longer than ${MAX_ATTENDEE_FILE_BYTES / 1000} kB` : 'this is no file from the page /hand-in',
    }),
  }, ({ ip, body }, reply) => {
    const { status, ...answer } = handIn.take(/** @type {any} */ (body), ip)
    return reply.code(status).send(answer)
  })
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

const HANDED_IN = {
  type: 'object',
  additionalProperties: false,
  required: ['code', 'name', 'file', 'text'],
  properties: {
    code: { type: 'string', maxLength: 20 },
    name: { type: 'string', maxLength: 200 },
    file: { type: 'string', maxLength: 200 },
    text: { type: 'string' },
    receipt: { type: 'string', maxLength: 64 },
  },
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
