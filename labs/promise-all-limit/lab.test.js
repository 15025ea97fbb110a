import { setTimeout as sleep } from 'node:timers/promises'
import t from 'tap'
import { testLab, assertHolds } from '@hotpath-labs/lab/test'
import { updateAll as atMost300 } from './at-most-300.js'
import { updateAll as atMost50 } from './at-most-50.js'
import { updateAll as atMostHundred } from './fast.js'
import { updateAll as allAtOnce } from './promise-all.js'
import { updateAll as oneByOne } from './slow.js'

const clients = Array.from({ length: 400 }, (_, client) => client)

/** A client whose update ends some turns later, and that counts how many are on their way. */
function watched () {
  const seen = { inFlight: 0, most: 0, begun: 0 }
  const update = async (client) => {
    seen.begun++
    seen.most = Math.max(seen.most, ++seen.inFlight)
    // later ones end sooner, so an order by completion would show
    for (let turns = 0; turns < 5 - client % 5; turns++) await new Promise((resolve) => setImmediate(resolve))
    seen.inFlight--
    if (client === 3) throw new Error('client 3 is gone')
    return `client ${client}`
  }
  return { seen, update }
}

for (const [name, updateAll, most] of /** @type {[string, typeof oneByOne, number][]} */ ([['slow', oneByOne, 1], ['promise-all', allAtOnce, 400], ['at-most-300', atMost300, 300], ['fast', atMostHundred, 100], ['at-most-50', atMost50, 50]])) {
  t.test(`${name}: results in the order of the clients, ${most} in flight at most`, async (t) => {
    const { seen, update } = watched()
    const without3 = clients.filter((client) => client !== 3)
    t.same(await updateAll(without3, update), without3.map((client) => `client ${client}`))
    t.equal(seen.most, Math.min(most, without3.length))
  })

  t.test(`${name}: one client that fails`, async (t) => {
    const { seen, update } = watched()
    await t.rejects(updateAll(clients, update), /client 3 is gone/)
    // one that is queued begins in the turn in which another ends
    while (seen.inFlight > 0) await sleep(1)
    if (name === 'slow') t.equal(seen.begun, 4, 'those after it are not begun')
    else t.equal(seen.begun, clients.length, 'the others are begun, those in a queue too')
  })
}

t.test('allSettled keeps the results of the others, under a limit too', async (t) => {
  const { default: pLimit } = await import('p-limit')
  const { seen, update } = watched()
  const limit = pLimit(100)
  const settled = await Promise.allSettled(clients.map((client) => limit(() => update(client))))
  t.equal(settled.filter(({ status }) => status === 'fulfilled').length, 399)
  t.equal(settled[3].status, 'rejected')
  t.equal(seen.most, 100)
})

assertHolds(t, await testLab(import.meta.dirname))
