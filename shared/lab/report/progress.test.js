import t from 'tap'
import { LabProgress } from './progress.js'

/** @type {any} */
const lab = { name: 'a-lab', manifest: { claims: [], variants: { slow: 'express', fast: 'fastify' } } }
const claim = { id: 'it', faster: 'fast', than: 'slow', metric: 'cpu', atLeast: 2 }
const summary = { id: 'it', ratio: 3.1, interval: [2.8, 3.4], verdict: 'undecided' }

/** @param {object} plan @param {object[]} evidence @param {number} [pairs] @returns {string} the line of a running measurement */
function show (plan, evidence, pairs = 2) {
  const progress = new LabProgress()
  let shown = ''
  progress.show = (text) => { shown = text }
  const event = { type: 'pair', pairs, evidence, printed: {} }
  progress.measuring(/** @type {any} */ ({ lab, mode: 'measured', claims: [claim], ...plan }), /** @type {any} */ (event))
  progress.stop()
  return shown
}

t.test('a running measurement names the programs as other screens do', async (t) => {
  t.equal(show({}, [summary]), 'a-lab: measured 2 times, so far slow costs 3.1× the solution')
  t.equal(show({}, [{ ...summary, verdict: 'holds', interval: [0, Infinity] }], 1), 'a-lab: measured once, slow costs 3× the solution')
  t.match(show({ mode: 'mine', claims: [{ ...claim, faster: 'mine' }] }, [summary]), 'slow costs 3.1× yours')
  t.match(show({ mode: 'control' }, [summary]), 'slow costs 3.1× itself')
  t.match(show({ mode: 'with' }, [summary]), 'slow costs 3.1× your file')
  t.match(show({ claims: [{ ...claim, than: 'slow@echo', faster: 'slow' }] }, [summary]), 'slow@echo costs 3.1× slow')
})

t.test('claims for information are shown only where there is no other', async (t) => {
  const informational = { id: 'more', faster: 'mine', than: 'fast', metric: 'cpu', dependsOn: 'your file' }
  const both = [summary, { ...summary, id: 'more', ratio: 0.9 }]
  t.notMatch(show({ claims: [claim, informational] }, both), 'yours')
  t.match(show({ claims: [informational] }, [both[1]]), 'the solution costs 0.9× yours')
})
