import { MongoClient } from 'mongodb'
import t from 'tap'
import { createRandom } from '@hotpath-labs/engine/stats/random.js'
import { loadDataset } from './dataset.js'
import { startEmbeddedServer } from './embedded/server.js'
import { hidePasswordInText, insertDatabaseIntoUrl, hideUrlSecrets, replaceHostsByProxy } from './url.js'

const collections = {
  numbers: {
    documents: (random) => Array.from({ length: 1000 }, () => ({ value: Math.floor(random() * 1e6) })),
    indexes: [{ key: { value: 1 } }],
  },
  fixed: () => [{ _id: 1 }, { _id: 2 }],
  empty: () => [],
}

async function server (t) {
  const { url, close } = await startEmbeddedServer()
  const client = await new MongoClient(url).connect()
  t.teardown(async () => {
    await client.close()
    await close()
  })
  const names = async () => (await client.db().admin().listDatabases({ nameOnly: true })).databases.map(({ name }) => name).sort()
  return { url, client, names, close }
}

t.test('the same seed loads the same data, each time into a database of its own', async (t) => {
  const { url, client, names } = await server(t)
  await client.db('precious').collection('data').insertOne({})
  const load = (seed) => loadDataset(url, { lab: 'mongo-async-sum', seed, collections })
  const [one, same, other] = [await load(1), await load(1), await load(2)]
  t.match(one, { database: /^hotpath_mongo-async-sum_[0-9a-f]{8}$/, url: `${url}${one.database}` })
  t.equal(new Set([one.database, same.database, other.database]).size, 3)
  const values = async ({ url }) => {
    // the URL alone leads there
    const client = new MongoClient(url)
    const found = await client.db().collection('numbers').find().project({ _id: 0 }).toArray()
    await client.close()
    return found
  }
  t.equal((await values(one)).length, 1000)
  t.same(await values(one), await values(same))
  t.notSame(await values(one), await values(other))
  const db = client.db(one.database)
  t.equal(await db.collection('fixed').countDocuments(), 2)
  t.ok(await db.listCollections({ name: 'empty' }).hasNext())
  t.ok(await db.collection('numbers').indexExists('value_1'))
  await one.change(createRandom(3))
  t.same(await values(one), await values(same), 'the first change leaves the first collection as it was')
  await one.change(createRandom(2))
  t.same(await values(one), await values(other), 'and it can be made anew, in the same place')
  t.ok(await db.collection('numbers').indexExists('value_1'))
  for (const loaded of [one, same, other]) t.same(await loaded.remove(), { removed: true })
  t.same(await names(), ['precious'])
})

t.test('a failed load leaves nothing behind, and a failed removal is a value', async (t) => {
  const { url, names, close, client } = await server(t)
  await t.rejects(loadDataset(url, { lab: 'x', collections: { twice: () => [{ _id: 1 }, { _id: 1 }] } }), { code: 11000 })
  t.same(await names(), [])
  const { remove } = await loadDataset(url, { lab: 'Ümläut / and $ther', collections: { some: () => [{}] } })
  t.match(await names(), [/^hotpath__ml_ut___and__ther_[0-9a-f]{8}$/])
  await client.close()
  await close()
  t.match(await remove(), { removed: false, reason: /ECONNREFUSED/ })
})

t.test('a URL gets a database, a proxy, and is shown without its password', async (t) => {
  t.equal(insertDatabaseIntoUrl('mongodb://h:1', 'd'), 'mongodb://h:1/d')
  t.equal(insertDatabaseIntoUrl('mongodb://h:1/old?a=b', 'd'), 'mongodb://h:1/d?a=b')
  t.equal(insertDatabaseIntoUrl('mongodb://h1,h2:2/?a=b', 'd'), 'mongodb://h1,h2:2/d?a=b')
  t.equal(insertDatabaseIntoUrl('mongodb://u:p@h/old?a=b', 'd', 'old'), 'mongodb://u:p@h/d?a=b&authSource=old', 'who logged in there still does')
  t.equal(insertDatabaseIntoUrl('mongodb+srv://u:p@h/old?authSource=x', 'd', 'x'), 'mongodb+srv://u:p@h/d?authSource=x')
  t.equal(insertDatabaseIntoUrl('mongodb://u:p@h', 'd', '$external'), 'mongodb://u:p@h/d?authSource=%24external', 'for the driver would take the database of the URL')
  for (const [url, server, wired] of /** @type {[string, { host?: string, balanced: boolean }, string][]} */ ([
    ['mongodb://u:p%40@h1,h2:2/d?replicaSet=r&w=1&authSource=admin', { host: 'h2', balanced: false }, 'mongodb://u:p%40@127.0.0.1:9/d?w=1&authSource=admin&directConnection=true'],
    ['mongodb+srv://u:p@h/d?srvMaxHosts=2', { host: 'h-1', balanced: false }, 'mongodb://u:p@127.0.0.1:9/d?tls=true&directConnection=true'],
    ['mongodb+srv://h/d?tls=false', { host: 'h-1', balanced: false }, 'mongodb://127.0.0.1:9/d?tls=false&directConnection=true'],
    ['mongodb://localhost/d?loadBalanced=true', { host: 'localhost', balanced: true }, 'mongodb://localhost:9/d?loadBalanced=true'],
    ['mongodb://[::1]:1/d?directConnection=true', { host: '::1', balanced: false }, 'mongodb://127.0.0.1:9/d?directConnection=true'],
    ['mongodb://%2Ftmp%2Fmongodb.sock/d', { balanced: false }, 'mongodb://127.0.0.1:9/d?directConnection=true'],
  ])) t.equal(replaceHostsByProxy(url, 9, server), wired)
  t.throws(() => insertDatabaseIntoUrl('http://u:secret@h/', 'd'), { message: 'http://u:***@h/ is not a MongoDB URL' })
  for (const [url, shown] of [
    ['mongodb://u:p@h:1/d', 'mongodb://u:***@h:1/d'],
    ['mongodb://u:p@ss@h/', 'mongodb://u:***@h/'],
    ['mongodb://u:p/a?ss@h/', 'mongodb://u:***@h/'],
    ['mongodb://u:12/34@h/?a=b', 'mongodb://u:***@h/?a=b'],
    ['mongodb://u:12?34,5@h:1/', 'mongodb://u:***@h:1/'],
    ['mongodb://h:1,i:2/d?appName=a@b', 'mongodb://h:1,i:2/d?appName=a@b'],
    ['mongodb://u@h:1/d', 'mongodb://u@h:1/d'],
    ['mongodb://h/?tlsCertificateKeyFilePassword=x&a=b', 'mongodb://h/?tlsCertificateKeyFilePassword=***&a=b'],
  ]) t.equal(hideUrlSecrets(url), shown)
  t.equal(hidePasswordInText('failed for p%40ss, p@ss in mongodb://u:p%40ss@h/', 'mongodb://u:p%40ss@h/'), 'failed for ***, *** in mongodb://u:***@h/')
})
