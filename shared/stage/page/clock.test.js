import t from 'tap'
import { planLabPhases } from '@hotpath-labs/lab/project/timetable.js'
import { planBudget } from './clock.js'

t.test('a screen shows the time that is left for its phase, or how late it is', async (t) => {
  const phases = planLabPhases(25)
  t.same(planBudget(phases, 'profile', 0), { total: 25, ends: [3, 6, 11, 21, 23, 25], left: 660 })
  t.equal(planBudget(phases, 'profile', 700).left, -40)
  t.equal(planBudget(phases, 'board', 0).left, planBudget(phases, 'again', 0).left)
  t.same(planBudget([], 'profile', 10), { total: 0, ends: [], left: null }, 'a lab outside of the workshop')
})
