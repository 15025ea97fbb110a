import t from 'tap'
import { startStage } from './fixtures/staged.js'

t.test('a page knows the lab of its state, so that it reloads for another lab', async (t) => {
  const [one, other] = [await startStage(t), await startStage(t, {}, { withBoard: true })]
  const idOf = async ({ ask }) => JSON.parse((await ask('/lab.json')).text).id
  t.equal((await one.heard(() => true)).of, await idOf(one))
  t.not(await idOf(one), await idOf(other))
})

t.test('a page that opens later shows the room\'s screen', async (t) => {
  const { act, heard } = await startStage(t)
  await act('move', { screen: 3, step: 1, blank: true })
  t.match(await heard(() => true), { at: { screen: 3, step: 1, blank: true } })
})
