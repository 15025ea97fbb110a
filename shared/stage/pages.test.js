import t from 'tap'
import { staged } from './fixtures/staged.js'

t.test('a page knows whose state it is sent, so that one which another demo has left open is not taken for this one', async (t) => {
  const [one, other] = [await staged(t), await staged(t, {}, { withBoard: true })]
  const idOf = async (/** @type {typeof one} */ { ask }) => JSON.parse((await ask('/lab.json')).text).id
  t.equal((await one.heard(() => true)).of, await idOf(one))
  t.not(await idOf(one), await idOf(other))
})

t.test('a page that comes later sees where the room is', async (t) => {
  const { act, heard } = await staged(t)
  await act('move', { screen: 3, step: 1, blank: true })
  t.match(await heard(() => true), { at: { screen: 3, step: 1, blank: true } })
})
