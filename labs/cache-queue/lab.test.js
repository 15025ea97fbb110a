import t from 'tap'
import { testLab, assertHolds } from '@hotpath-labs/lab/test'
import { cached } from './cached.js'
import { refreshing } from './refreshing.js'

/** A database that answers when it is told to. */
function fakeDatabase () {
  /** @type {{ resolve: (value: number) => void, reject: (error: Error) => void }[]} */
  const calls = []
  const fetch = () => new Promise((resolve, reject) => { calls.push({ resolve, reject }) })
  return { calls, fetch }
}

/** Sends three requests at the same time. */
async function three (answer) {
  const waiting = [answer(), answer(), answer()]
  await turn()
  return waiting
}

const turn = () => new Promise((resolve) => setImmediate(resolve))

for (const [name, keep] of /** @type {[string, typeof cached][]} */ ([['cached', cached], ['refreshing', refreshing]])) {
  t.test(`${name}: a burst of 1000 requests is one call`, async (t) => {
    const { calls, fetch } = fakeDatabase()
    const answer = keep(fetch, { ttl: 1000 })
    const burst = Array.from({ length: 1000 }, () => answer())
    await turn()
    t.equal(calls.length, 1)
    calls[0].resolve(42)
    t.ok((await Promise.all(burst)).every((value) => value === 42))
    t.equal(calls.length, 1)
  })

  t.test(`${name}: a cached 0 is a hit`, async (t) => {
    let calls = 0
    const answer = keep(async () => { calls++; return 0 }, { ttl: 1000 })
    t.equal(await answer(), 0)
    t.equal(await answer(), 0)
    t.equal(calls, 1)
  })

  t.test(`${name}: an error is not kept`, async (t) => {
    let calls = 0
    const answer = keep(async () => { if (++calls === 1) throw new Error('gone'); return 7 }, { ttl: 1000 })
    await t.rejects(answer(), /gone/)
    t.equal(await answer(), 7)
  })
}

t.test('cached: no kept answer is older than the time to live', async (t) => {
  let now = 1
  let calls = 0
  const answer = cached(async () => ++calls, { ttl: 100, now: () => now })
  t.equal(await answer(), 1)
  now += 100
  t.equal(await answer(), 1, 'still as old as it may be')
  now += 1
  t.equal(await answer(), 2)
})

t.test('cached: an answer ages while it is being fetched', async (t) => {
  let now = 1
  const { calls, fetch } = fakeDatabase()
  const answer = cached(fetch, { ttl: 100, now: () => now })
  const first = answer()
  await turn()
  now += 60
  calls[0].resolve(1)
  t.equal(await first, 1)
  now += 40
  t.equal(await answer(), 1)
  now += 1
  answer()
  await turn()
  t.equal(calls.length, 2)
})

t.test('cached: where a fetch takes longer than the time to live, those who came meanwhile share it', async (t) => {
  let now = 1
  const { calls, fetch } = fakeDatabase()
  const answer = cached(fetch, { ttl: 100, now: () => now })
  const waiting = await three(answer)
  now += 150
  calls[0].resolve(1)
  t.same(await Promise.all(waiting), [1, 1, 1])
  t.equal(calls.length, 1)
  now++
  answer()
  await turn()
  t.equal(calls.length, 2, 'who comes later asks anew')
})

t.test('cached: those who waited for a fetch that fails share its error', async (t) => {
  let now = 1
  const { calls, fetch } = fakeDatabase()
  const answer = cached(fetch, { ttl: 100, now: () => now })
  const waiting = await three(answer)
  now++
  calls[0].reject(new Error('gone'))
  for (const one of waiting) await t.rejects(one, /gone/)
  t.equal(calls.length, 1)
})

t.test('refreshing: after expiry one call is made, and nobody waits for it', async (t) => {
  let now = 1
  const { calls, fetch } = fakeDatabase()
  const answer = refreshing(fetch, { ttl: 100, now: () => now })
  const first = answer()
  await turn()
  calls[0].resolve(1)
  t.equal(await first, 1)
  now += 200
  t.same(await Promise.all([answer(), answer(), answer()]), [1, 1, 1], 'the last answer, at once')
  t.equal(calls.length, 2, 'and one call for the next')
  calls[1].resolve(2)
  await turn()
  t.equal(await answer(), 2)
})

t.test('refreshing: while the database is gone the last answer is given', async (t) => {
  let now = 1
  let calls = 0
  const answer = refreshing(async () => { if (++calls > 1) throw new Error('gone'); return 5 }, { ttl: 100, now: () => now })
  t.equal(await answer(), 5)
  now += 200
  t.equal(await answer(), 5)
})

assertHolds(t, await testLab(import.meta.dirname))
