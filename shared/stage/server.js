import fastify from 'fastify'
import { createHash, timingSafeEqual } from 'node:crypto'
import { readFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import { networkInterfaces } from 'node:os'
import { MOST_SOURCE_BYTES } from './board-files.js'
import { labView } from './lab-view.js'

const require = createRequire(import.meta.url)
const LOOPBACK = '127.0.0.1'
const ALL = '0.0.0.0'

/** Ports from this one on, of which the first free is taken: below those that systems hand out by themselves. */
const FIRST_PORT = 7410
const PORTS = 20

/** A room has some thirty pages open; more are a mistake or worse. */
const MOST_PAGES = 64

/** Other machines have this share of pages and connections at most, so that they cannot take the last one from the instructor. */
const OTHERS_SHARE = 0.75

/** A browser opens six connections to one address; this is for a few windows of one machine. */
const MOST_OF_ONE = 16

/** A page for which there is no room asks again after so long. */
const FULL_MS = 5000

/** Of what a page sends: a place is less than a hundred bytes. */
const MOST_BYTES = 1000

/** A page that hears nothing for longer thinks that the server has died. */
const BEAT_MS = 2000

/** A page that has not read what was sent for this long is gone. */
const DEAF_MS = 20_000

/** A client that sends a request byte by byte is not waited for. */
const REQUEST_MS = 5000

/** A page that has loaded leaves six connections open, which others may need. */
const IDLE_MS = 2000

const TYPES = { html: 'text/html; charset=utf-8', css: 'text/css; charset=utf-8', js: 'text/javascript; charset=utf-8' }

/** All that can be read, by its address: no path of a request is ever a path of the disk. */
const ASSETS = new Map(Object.entries({
  '/': new URL('page/index.html', import.meta.url),
  '/page/style.css': new URL('../page/style.css', import.meta.url),
  '/uplot.css': require.resolve('uplot/dist/uPlot.min.css'),
  '/uplot.js': require.resolve('uplot/dist/uPlot.iife.min.js'),
  '/report/words.js': new URL('../report/words.js', import.meta.url),
  ...Object.fromEntries(['stage.css', 'main.js', 'link.js', 'keys.js', 'looks.js', 'element.js', 'chart.js', 'notes.js', 'screens.js', 'columns.js', 'history.js', 'board.js'].map((name) => [`/stage/page/${name}`, new URL(`page/${name}`, import.meta.url)])),
}).map(([address, file]) => [address, { type: TYPES[/** @type {keyof typeof TYPES} */ (String(file).split('.').pop())], text: readFileSync(file, 'utf8') }]))

const POLICY = "default-src 'none'; script-src 'self'; style-src 'self'; connect-src 'self'; frame-src 'self'; img-src 'self' data:; base-uri 'none'; form-action 'none'; frame-ancestors 'none'"

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
  /** @type {Map<import('node:http').ServerResponse, { address: string, readAt: number }>} */
  const pages = new Map()
  let port = 0
  const viewNow = () => ({ ...labView(stage.lab), hasBoard: Boolean(stage.board) })
  // a page that another demo has left open is of another lab, and loads this one
  const id = createHash('sha256').update(JSON.stringify(viewNow())).digest('hex').slice(0, 16)
  const message = () => `data: ${JSON.stringify({ ...stage.state, of: id })}\n\n`

  app.addHook('onRequest', async ({ headers }, reply) => {
    reply.headers(headersWith(POLICY))
    const shared = isShared ? addresses() : []
    const hosts = [LOOPBACK, 'localhost', ...shared].map((host) => `${host}:${port}`)
    // another name that leads here (DNS rebinding), or another site's page
    if (!hosts.includes(String(headers.host))) return reply.code(421).send({ error: shared.length ? `type ${shared.map((host) => watchedAt(host, port)).join(' or ')}` : `this is ${hosts[0]} and nothing else` })
    if (headers.origin !== undefined && headers.origin !== `http://${headers.host}`) return reply.code(403).send({ error: 'other sites are not served' })
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
  app.get('/events', ({ ip }, reply) => {
    const others = [...pages.values()].filter(({ address }) => !isHere(address))
    const isFull = !isHere(ip) && (others.length >= OTHERS_SHARE * MOST_PAGES || others.filter(({ address }) => address === ip).length >= MOST_OF_ONE / 2)
    reply.hijack()
    const { raw } = reply
    raw.writeHead(200, { ...headersWith(POLICY), 'content-type': 'text/event-stream' })
    // told as an event: an EventSource does not show its page the status of a refusal
    if (isFull || pages.size >= MOST_PAGES) return raw.end(`retry: ${FULL_MS}\n\nevent: full\ndata: {}\n\n`)
    raw.write(`retry: 500\n\n${message()}`)
    pages.set(raw, { address: ip, readAt: Date.now() })
    raw.on('close', () => pages.delete(raw))
  })

  /** @param {import('fastify').FastifyRequest} request @param {import('fastify').FastifyReply} reply */
  const onlyWithToken = async ({ ip, headers }, reply) => {
    if (!isHere(ip)) return reply.code(403).send({ error: 'only a page on the machine that runs pnpm demo can change anything' })
    if (!isToken(headers['x-stage-token'], token)) return reply.code(403).send({ error: 'the printed address has a token, and this page has none' })
  }
  const act = (/** @type {string} */ address, /** @type {object | undefined} */ body, /** @type {(body: any) => string | void} */ does) =>
    app.post(address, { schema: body && { body }, onRequest: onlyWithToken }, (request, reply) => {
      const wrong = does(request.body)
      return wrong ? reply.code(409).send({ error: wrong }) : reply.code(204).send()
    })
  act('/move', placeWithin(stage.lastScreen), (place) => stage.move(place))
  act('/run', undefined, () => stage.begin())
  act('/play', undefined, () => stage.play())
  act('/stop', undefined, () => stage.stop())
  act('/profile', undefined, () => stage.takeProfile())
  act('/judge', undefined, () => stage.judge())
  // a byte of a file is six of JSON at most: one that is too long is told by its name
  app.post('/drop', { bodyLimit: 6 * MOST_SOURCE_BYTES + MOST_BYTES, schema: { body: DROPPED }, onRequest: onlyWithToken }, (request, reply) => {
    const { name, text } = /** @type {{ name: string, text: string }} */ (request.body)
    const wrong = stage.board ? stage.board.take(name, text) : 'to drop files here, start pnpm demo with --board'
    return wrong ? reply.code(400).send({ error: wrong }) : reply.code(204).send()
  })

  const tell = () => {
    const text = message()
    for (const [page, known] of pages) {
      // one that does not read what it is sent hears of the next state, or of none any more
      if (page.writableNeedDrain) {
        if (Date.now() - known.readAt > DEAF_MS) page.destroy()
        continue
      }
      known.readAt = Date.now()
      page.write(text)
    }
  }
  stage.on('change', tell)
  const beat = setInterval(tell, BEAT_MS).unref()
  port = await listenOn(app, isShared ? ALL : LOOPBACK, wanted)

  return {
    port,
    taken: wanted !== null && port !== wanted,
    async close () {
      clearInterval(beat)
      stage.off('change', tell)
      for (const page of pages.keys()) page.end()
      await app.close()
    },
  }
}

/** This machine's addresses, by which others reach it. @returns {string[]} */
export function addresses () {
  return Object.values(networkInterfaces()).flatMap((known) => known ?? []).filter(({ family, internal }) => family === 'IPv4' && !internal).map(({ address }) => address)
}

/** @param {string} host @param {number} port @returns {string} what a visitor types */
export function watchedAt (host, port) {
  return `http://${host}:${port}/?audience`
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

/** Closes what is more than one machine, or all others together, may have. @param {import('node:http').Server} server */
function limitConnections (server) {
  server.maxConnections = 8 * MOST_PAGES
  /** @type {Map<string, number>} by address, of other machines */
  const open = new Map()
  server.on('connection', (socket) => {
    const address = String(socket.remoteAddress)
    if (isHere(address)) return
    const count = (open.get(address) ?? 0) + 1
    const all = [...open.values()].reduce((sum, one) => sum + one, 1)
    if (count > MOST_OF_ONE || all > OTHERS_SHARE * server.maxConnections) return socket.destroy()
    open.set(address, count)
    socket.on('close', () => {
      const left = (open.get(address) ?? 1) - 1
      left ? open.set(address, left) : open.delete(address)
    })
  })
}

/** @param {string} address of who asks @returns {boolean} whether it is this machine */
function isHere (address) {
  return address === LOOPBACK
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

/** @param {unknown} given @param {string} token */
function isToken (given, token) {
  const [one, other] = [Buffer.from(String(given)), Buffer.from(token)]
  return one.length === other.length && timingSafeEqual(one, other)
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
  throw new Error('this system gives out no port')
}
