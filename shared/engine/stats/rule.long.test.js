import t from 'tap'
import { checkMachine } from './fixtures/check-machine.js'
import { MACHINES, estimateRates, simulateRun } from './fixtures/simulation.js'
import { createRandom } from './random.js'

/** Runs that are counted one by one: an error rate of 1 in 1,000 then has a standard error of 22 %. */
const MANY = 20_000

/** Runs of the estimate. */
const RUNS = 20_000

t.test('importance sampling estimates the rate that plain counting finds', async (t) => {
  for (const name of ['normal, 2 %', 'normal, 30 %', 'states that last for five pairs, 5 % and 30 %']) {
    const random = createRandom(4)
    const start = MACHINES[name](random)
    const { rate, error } = estimateRates(RUNS, random, start, 1.4, { atLeast: 1.4 }).holds
    let holds = 0
    for (let run = 0; run < MANY; run++) if (simulateRun(random, start, 1.4, { atLeast: 1.4 }).verdict === 'holds') holds++
    const counted = holds / MANY
    const spread = Math.hypot(error, Math.sqrt(rate / MANY))
    t.ok(Math.abs(counted - rate) <= 3 * spread, `${name}: ${counted} counted, ${rate} estimated`)
  }
})

for (const name of Object.keys(MACHINES)) t.test(name, async (t) => checkMachine(t, name))
