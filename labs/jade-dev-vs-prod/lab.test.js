import express from 'express'
import t from 'tap'
import { testLab, assertHolds } from '@hotpath-labs/lab/test'

t.test('production mode also keeps the stack of an error to itself', async (t) => {
  t.capture(console, 'error', () => {})
  for (const { mode, shows } of [{ mode: 'development', shows: true }, { mode: 'production', shows: false }]) {
    const app = express().set('env', mode)
    app.get('/', () => { throw new Error('what is inside') })
    const server = await new Promise((resolve) => { const listening = app.listen(0, '127.0.0.1', () => resolve(listening)) })
    t.teardown(() => server.close())
    const answer = await fetch(`http://127.0.0.1:${server.address().port}/`)
    t.equal(answer.status, 500)
    t.equal(/what is inside/.test(await answer.text()), shows, mode)
  }
  // express tells the console after it has answered
  await new Promise((resolve) => setImmediate(resolve))
})

assertHolds(t, await testLab(import.meta.dirname))
