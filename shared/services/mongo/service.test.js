import { networkInterfaces } from 'node:os'
import { join } from 'node:path'
import { checkServerIdentity } from 'node:tls'
import { fileURLToPath } from 'node:url'
import { MongoClient } from 'mongodb'
import t from 'tap'
import { loadLab } from '@hotpath-labs/lab/load.js'
import { createRandom } from '@hotpath-labs/engine/stats/random.js'
import { findFailureCause, startServices } from '@hotpath-labs/lab/measure/services.js'
import { measureLab } from '@hotpath-labs/lab/measure/run.js'
import { planClaims } from '@hotpath-labs/lab/plans.js'
import { CannotRun, VariantFailure } from '@hotpath-labs/engine/failures.js'
import { startEmbeddedServer } from './embedded/server.js'
import { CERTIFICATE, startRelay } from './fixtures/relay.js'
import { NO_EXAMINED_COUNT_MESSAGE } from './missing-feature.js'
import { chooseMorePreciseMessage } from './client.js'
import { mongo } from '../index.js'

const LABS = fileURLToPath(new URL('../../../labs', import.meta.url))

// Node 22.23 takes it for a name, and no certificate can have that
const refusesIPv6 = checkServerIdentity('::1', /** @type {any} */ ({ subject: {}, subjectaltname: 'IP Address:0:0:0:0:0:0:0:1' }))
const noIPv6 = (refusesIPv6 || !Object.values(networkInterfaces()).flat().some((one) => one?.address === '::1')) && 'no TLS to ::1 here'
const LOGIN = 'me:s%40cret@'
const PLAIN = 'authMechanism=PLAIN&authSource=$external'
const TLS = `tls=true&tlsCAFile=${encodeURIComponent(fileURLToPath(CERTIFICATE))}`

function startMongo (url, latencyMs) {
  process.env.MONGODB_URL = url
  const plan = /** @type {any} */ ({ programs: {}, lab: { name: 'a-lab', folder: '', manifest: { services: [mongo({ values: () => [{ value: 1 }, { value: 2 }] }, { latencyMs })] } } })
  return startServices(plan, { seed: 1, random: createRandom(1), onProgress () {} })
}

async function startEmbedded (t) {
  const server = await startEmbeddedServer()
  t.teardown(server.close)
  return server.port
}

/** A relay to an embedded server. */
async function relayTo (t, options) {
  const relay = await startRelay(await startEmbedded(t), options)
  t.teardown(relay.close)
  return relay
}

const DATABASE = fileURLToPath(new URL('../../../test/fixtures/database', import.meta.url))

async function works (t, services) {
  t.teardown(services.stop)
  const client = new MongoClient(services.env.MONGODB_URL, { serverSelectionTimeoutMS: 2000 })
  t.teardown(() => client.close())
  await client.db().collection('values').insertOne({ value: 3 })
  t.equal(await client.db().collection('values').countDocuments(), 3)
  t.equal(await services.reason(), undefined, 'it has nothing to complain of')
}

async function isReported (t, starting, what, advice) {
  const error = await starting.catch((error) => error)
  t.ok(error instanceof CannotRun, error.stack)
  t.match(error.message, what)
  t.match(error.advice, advice)
  t.notMatch(error.message + error.advice, /s%40cret|s@cret|\n/)
}

/** Two members of a replica set; the second is its primary. */
async function replicaSet (t) {
  const port = await startEmbedded(t)
  /** @type {Awaited<ReturnType<typeof startRelay>>[]} */
  const members = []
  const describeMember = (index) => () => {
    const hosts = members.map((member) => `127.0.0.1:${member.port}`)
    const primary = { isWritablePrimary: true, ismaster: true }
    return { setName: 'rs0', hosts, me: hosts[index], primary: hosts[1], ...(index === 1 ? primary : { ismaster: false, secondary: true }) }
  }
  for (const index of [0, 1]) members.push(await startRelay(port, { login: 'me:s@cret', hello: describeMember(index) }))
  t.teardown(() => members.forEach((member) => member.close()))
  return { members, url: `mongodb://${LOGIN}${members.map((member) => `127.0.0.1:${member.port}`).join()}/?${PLAIN}&replicaSet=rs0` }
}

t.test('several hosts and a password reach the variant', async (t) => {
  const { url } = await replicaSet(t)
  await works(t, await startMongo(url))
})

t.test('the latency proxy leads to the primary', async (t) => {
  const { url, members: [secondary, primary] } = await replicaSet(t)
  const services = await startMongo(url, 2)
  t.match(services.env.MONGODB_URL, /@127\.0\.0\.1:\d+\/hotpath_.*directConnection=true/)
  t.notOk(services.env.MONGODB_URL.includes(`:${primary.port}`))
  const before = [secondary.connections(), primary.connections()]
  await works(t, services)
  t.equal(secondary.connections(), before[0])
  t.ok(primary.connections() > before[1])
})

t.test('TLS reaches the variant, also through the latency proxy', async (t) => {
  const relay = await relayTo(t, { tls: true })
  for (const away of [undefined, 2]) await works(t, await startMongo(`mongodb://localhost:${relay.port}/?${TLS}`, away))
})

t.test('a certificate without the name of the latency proxy is reported', { skip: noIPv6 }, async (t) => {
  const relay = await relayTo(t, { tls: true, host: '::1' })
  const url = `mongodb://[::1]:${relay.port}/?${TLS}`
  await works(t, await startMongo(url))
  await isReported(t, startMongo(url, 2), /does not work through the proxy that adds 2 ms.*127\.0\.0\.1/, /Add tlsAllowInvalidHostnames=true to MONGODB_URL, or type/)
  await works(t, await startMongo(`${url}&tlsAllowInvalidHostnames=true`, 2))
})

t.test('a missing SRV record is reported', async (t) => {
  await isReported(t, startMongo(`mongodb+srv://${LOGIN}nowhere.example.invalid/`, 2), /me:\*\*\*@nowhere/, /the lab starts a database of its own/)
})

t.test('a database that no longer answers is not blamed on a variant', async (t) => {
  const relay = await relayTo(t)
  process.env.MONGODB_URL = `mongodb://127.0.0.1:${relay.port}/`
  const lab = await loadLab(DATABASE)
  const result = await measureLab(planClaims(lab), { seed: 1, seconds: 60, hangsAfterMs: 1500, onEvent: ({ type }) => { if (type === 'warming') relay.freeze() } })
  t.match(result, { verdict: 'cannot run', claims: [], failure: { code: 'MONGO_GONE', part: 'mongo' } })
})

t.test('a missing feature is not blamed on the lab\'s own variants, but on an attendee\'s file', async (t) => {
  process.env.MONGODB_URL = `mongodb://127.0.0.1:${await startEmbedded(t)}/`
  const lab = await loadLab(DATABASE)
  const lacking = { ...lab, files: { ...lab.files, fast: join(lab.folder, 'lacking.js') } }
  const attendees = { ...lacking, folder: join(lab.folder, 'elsewhere') }
  t.match(await measureLab(planClaims(lacking), { seed: 1, seconds: 1 }), {
    verdict: 'cannot run',
    failure: { code: 'MONGO_LACKS_FEATURE', what: /ofAnotherDatabase/, advice: /MONGODB_URL/ },
  })
  t.match(await measureLab(planClaims(attendees), { seed: 1, seconds: 1 }), { verdict: 'broken', failure: { part: 'fast', stderr: /ofAnotherDatabase/ } })
  const [services, uncounted] = [await startMongo(process.env.MONGODB_URL), new VariantFailure('THREW', 'fast', `failed: ${NO_EXAMINED_COUNT_MESSAGE}: no such command: 'explain'`)]
  t.teardown(services.stop)
  t.match(await findFailureCause(uncounted, services), { code: 'MONGO_LACKS_FEATURE' })
})

t.test('the complaint has the same words, whichever of the driver\'s connections gives up first', async (t) => {
  const late = 'no answer within 1 s'
  for (const heard of [undefined, 'connection <monitor> to 127.0.0.1:27017 timed out']) t.equal(chooseMorePreciseMessage(heard, new Error(late)), late)
  t.equal(chooseMorePreciseMessage(undefined, new Error('Connection to 127.0.0.1:27017 interrupted due to server monitor timeout')), late)
  t.equal(chooseMorePreciseMessage('connect ECONNREFUSED 127.0.0.1:27017', new Error(late)), 'connect ECONNREFUSED 127.0.0.1:27017', 'the driver knows more')
})

t.test('a failure names its cause if that is not the variant', async (t) => {
  const calm = /** @type {any} */ ({ reason: async () => undefined })
  const gone = /** @type {any} */ ({ reason: async () => new CannotRun('MONGO_GONE', 'mongo', 'has gone', '') })
  const find = (code, services) => findFailureCause(new VariantFailure(code, 'fast', 'died'), services)
  t.match(await find('STARVED', calm), { code: 'STARVED', part: 'fast', advice: /less busy/ })
  t.match(await find('THREW', calm), { code: 'THREW', part: 'fast' })
  t.match(await find('THREW', gone), { code: 'MONGO_GONE', part: 'mongo' })
})

t.test('a downstream server that dies is blamed itself', async (t) => {
  const services = await startServices(planClaims(await loadLab(join(LABS, 'promise-all-limit'))), { seed: 1, random: createRandom(1), onProgress () {} })
  t.teardown(() => services.stop())
  t.equal(await services.reason(), undefined)
  process.kill(services.pids[0], 'SIGKILL')
  while (!await services.reason()) await new Promise((resolve) => setTimeout(resolve, 5))
  t.match(await findFailureCause(new VariantFailure('BROKE_CONNECTION', 'slow', 'closed a connection'), services), { code: 'SERVICE_FAILED', part: 'downstream.js' })
})

t.test('an unknown option is refused by its name', async (t) => {
  t.throws(() => mongo({ values: () => [] }, /** @type {any} */ ({ awayMs: 5 })), new TypeError('mongo(…): expected the option latencyMs, but found awayMs'))
})
