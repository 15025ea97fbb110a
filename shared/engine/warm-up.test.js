import t from 'tap'
import { SteadinessDetector } from './warm-up.js'

/** After how many stretches of these costs it is steady; none where it never is. */
function steadyAfter (costs) {
  const steadiness = new SteadinessDetector({ falls: 0.05, stretches: 2 })
  const index = costs.findIndex((cost) => {
    steadiness.add(cost)
    return steadiness.isSteady
  })
  return index < 0 ? undefined : index + 1
}

t.test('a flat cost is steady once some stretches were no cheaper', async (t) => {
  t.equal(steadyAfter([10, 10, 10, 10]), 3)
})

t.test('a falling cost is not steady', async (t) => {
  t.equal(steadyAfter([100, 90, 80, 70, 60, 50, 40]), undefined)
  t.equal(steadyAfter([100, 90, 80, 70, 70.1, 69.9]), 6)
})

t.test('compiling makes stretches dearer before the cost falls', async (t) => {
  t.equal(steadyAfter([290, 314, 431, 397, 119, 77, 35, 36, 35]), 9, 'costs of a request of fastify')
  t.equal(steadyAfter([10, 14, 14, 14, 14]), undefined, 'dear stretches are no steady state')
})
