import { once } from 'node:events'
import { createServer } from 'node:net'
import t from 'tap'
import { startFake } from './fixtures/fake-mongod.js'
import { findFreePort } from './fixtures/processes.js'
import { startChosenMongoServer } from './provide.js'

// Takes three seconds, while the other test runs.
const usable = await startFake()
const silent = createServer(() => {}).listen(0, '127.0.0.1')
await once(silent, 'listening')
const { port: silentPort } = /** @type {import('node:net').AddressInfo} */ (silent.address())
const refusal = (url) => startChosenMongoServer({ env: { MONGODB_URL: url }, localPort: usable.port }).then(() => new Error('it was provided'), (error) => error)

const unanswered = refusal(`mongodb://127.0.0.1:${silentPort}/`)
const unreachable = refusal(`mongodb://user:s%40cret@127.0.0.1:${await findFreePort()}/`)

function isRefusedWith (t, error, message) {
  t.match(error, { code: 'MONGO_UNAVAILABLE', part: 'mongo', text: message }, 'and nothing else is taken')
  t.notMatch(error.text, /s@cret|s%40cret|\n/)
}

t.test('a MONGODB_URL that cannot be used is refused, with a reason and an advice, without its password', async (t) => {
  const guarded = await startFake({ guarded: true })
  t.teardown(guarded.close)
  for (const [url, message] of /** @type {[string, RegExp][]} */ ([
    [guarded.url, /the server asks for a password\. .*MONGODB_URL=mongodb:\/\/USER:PASSWORD@127\.0\.0\.1:\d+\//],
    [guarded.url.replace('//', '//user:s%40cret@'), /user:\*\*\*@.* the server refuses this user and password/],
    ['localhost:27017', /MONGODB_URL=localhost:27017: this is not a MongoDB URL.*Write it as mongodb:/],
    ['mongodb://user:s@cret@somewhere/', /user:\*\*\*@somewhere\/: this is not a MongoDB URL/],
    ['mongodb://127.0.0.1/?unheard=of', /this is not a MongoDB URL: .*unheard/],
  ])) isRefusedWith(t, await refusal(url), message)
})

t.test('so is a MONGODB_URL that does not answer', async (t) => {
  t.teardown(() => [usable, silent].map((server) => server.close()))
  isRefusedWith(t, await unanswered, /127\.0\.0\.1:\d+\/: .*(timed out|timeout).*Start that server/i)
  isRefusedWith(t, await unreachable, /user:\*\*\*@127\.0\.0\.1:\d+\/: connect ECONNREFUSED .*Start that server/)
})
