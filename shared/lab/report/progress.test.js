import t from 'tap'
import { LabProgress } from './progress.js'

/** @type {any} */
const lab = { name: 'a-lab' }
const programs = { slow: { title: 'express' }, fast: { title: 'fastify' }, mine: { title: 'yours' } }
const claim = { id: 'it', faster: 'fast', than: 'slow', metric: 'cpu', atLeast: 2 }
const summary = { id: 'it', ratio: 3.1, interval: [2.8, 3.4], verdict: 'undecided' }

/** @param {object} plan @param {object[]} evidence @param {number} [pairs] @returns {string} the line of a running measurement */
function show (plan, evidence, pairs = 2) {
  const progress = new LabProgress()
  let shown = ''
  progress.show = (text) => { shown = text }
  const event = { type: 'pair', pairs, evidence, printed: {} }
  progress.measuring(/** @type {any} */ ({ lab, programs, mode: 'measured', claims: [claim], ...plan }), /** @type {any} */ (event))
  progress.stop()
  return shown
}

t.test('a running measurement names the programs as other screens do', async (t) => {
  t.equal(show({}, [summary]), 'a-lab: measured 2 times, so far 3.1×, express against fastify')
  t.equal(show({}, [{ ...summary, verdict: 'holds', interval: [0, Infinity] }], 1), 'a-lab: measured once, 3×, express against fastify')
  t.match(show({ mode: 'mine', claims: [{ ...claim, faster: 'mine' }] }, [summary]), '3.1×, slow against yours')
  t.match(show({ mode: 'control' }, [summary]), '3.1×, express against itself')
  t.match(show({ mode: 'with' }, [summary]), '3.1×, express against your file')
  t.match(show({ claims: [{ ...claim, than: 'slow@echo', faster: 'slow' }] }, [summary]), '3.1×, express for echo against express')
})

t.test('claims for information are shown only where there is no other', async (t) => {
  const informational = { id: 'more', faster: 'mine', than: 'fast', metric: 'cpu', dependsOn: 'your file' }
  const both = [summary, { ...summary, id: 'more', ratio: 0.9 }]
  t.notMatch(show({ claims: [claim, informational] }, both), 'yours')
  t.match(show({ claims: [claim, { ...claim, id: 'waits', metric: 'p99' }] }, [summary, { ...summary, id: 'waits', ratio: 9, interval: [8, 10] }]), 'so far 3.1× CPU, 9× p99, express against fastify', 'two claims about the same programs')
  t.match(show({ claims: [informational] }, [both[1]]), '0.9×, fastify against yours')
})
