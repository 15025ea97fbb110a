import t from 'tap'
import { computeCostsRelativeToBaseline } from './figures.js'

/** @param {object} claim @param {[number, number]} [interval] without one, nothing is recorded @returns {any} */
const recorded = (claim, interval) => ({
  claim: { metric: 'time', ...claim },
  early: interval ? [{ node: 26, ratio: Math.sqrt(interval[0] * interval[1]), interval, runs: 3 }] : [],
  steady: [],
})
const main = recorded({ id: 'main', faster: 'fast', than: 'slow', atLeast: 2 }, [8, 10])

t.test('each variant has its cost relative to the faster side, by as many claims as it takes', async (t) => {
  const claims = [
    main,
    recorded({ id: 'step', faster: 'step', than: 'slow', atLeast: 2 }, [2, 4]),
    recorded({ id: 'late', faster: 'step', than: 'late', atLeast: 2 }, [3, 3]),
  ]
  t.same([...computeCostsRelativeToBaseline(claims, main, 26)], [['fast', [1, 1]], ['slow', [8, 10]], ['step', [2, 5]], ['late', [6, 15]]])
})

t.test('the main claim has its own ratio, even if others would give another one', async (t) => {
  const claims = [
    recorded({ id: 'early', faster: 'fast', than: 'slow', atLeast: 2 }, [30, 40]),
    main,
  ]
  t.same(computeCostsRelativeToBaseline(claims, main, 26).get('slow'), [8, 10])
})

t.test('claims with another metric, with other requests or without a record say nothing', async (t) => {
  const claims = [
    main,
    recorded({ id: 'cpu', faster: 'a', than: 'slow', metric: 'cpu', atLeast: 2 }, [2, 4]),
    recorded({ id: 'echo', faster: 'b@echo', than: 'slow@echo', atLeast: 2 }, [2, 4]),
    recorded({ id: 'none', faster: 'c', than: 'slow', atLeast: 2 }),
  ]
  t.same([...computeCostsRelativeToBaseline(claims, main, 26).keys()], ['fast', 'slow'])
  t.same([...computeCostsRelativeToBaseline(claims, main, 24)], [['fast', [1, 1]]], 'nothing on this Node')
})

t.test('a bound on the second side is no cost of the first', async (t) => {
  const bound = recorded({ id: 'bound', faster: 'fast', than: 'slow', atLeast: 0.5 }, [0.5, 0.8])
  t.same(computeCostsRelativeToBaseline([bound], bound, 26).get('slow'), [0.5, 0.8])
})
