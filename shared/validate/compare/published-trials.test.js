import t from 'tap'
import { PUBLISHED_DATA_SETS, parseCriterionTrials, parseOrderSageRuns, parseTangoTrials, readPublishedTrials } from './published-trials.js'

t.test('a trial of tango is one line, and a star marks what tango calls different', (t) => {
  const [{ values, isCalledDifferent }] = parseTangoTrials('str   [   4.4 us ...   4.5 us ]      +10.00%\nstr   [ 5.0 us ... 4.0 us ]  -20.00%*\n')
  t.same(values, [Math.log(1.1), Math.log(0.8)])
  t.same(isCalledDifferent, [false, true])
  t.end()
})

t.test('a trial of criterion is the middle percentage and the sentence below it', (t) => {
  const trial = (/** @type {string} */ middle, /** @type {string} */ says) =>
    `str   time:   [2.9 µs 3.0 µs 3.1 µs]\n      change: [−3.4% ${middle}% +1.6%] (p = 0.62 > 0.05)\n      ${says}\nFound 10 outliers among 100 measurements (10.00%)\n`
  const text = trial('−20', 'Performance has improved.') + trial('+0', 'No change in performance detected.') + trial('+10', 'Performance has regressed.')
  const [{ values, isCalledDifferent }] = parseCriterionTrials(text)
  t.same(values, [Math.log(0.8), 0, Math.log(1.1)])
  t.same(isCalledDifferent, [true, false, true])
  t.end()
})

t.test('runs of OrderSage make pairs: of one test on one machine, in the order of the runs, without failed runs', (t) => {
  const run = (/** @type {number} */ number, /** @type {string} */ test, /** @type {string} */ result, status = 'Success', order = 'fixed') =>
    `id,host,${number},4,${test},0,0,${order},1,2,${status},${result}`
  const text = ['run_uuid,hostname,run_num,total_runs,exp_command,exp_number,order_number,order_type,time_start,time_stop,completion_status,result',
    run(1, 'a', '12'), run(0, 'a', '10'), run(0, 'b', '"5,7"'), run(1, 'b', '"4,7"'), run(2, 'a', '0', 'Failure'), run(2, 'a', '20'), run(3, 'a', '10'),
    run(0, 'a', '1', 'Success', 'random')].join('\r\n')
  t.same(parseOrderSageRuns(text, 'fixed').map(({ values }) => values), [[Math.log(12 / 10), Math.log(10 / 20)], [Math.log(4 / 5)]])
  t.same(parseOrderSageRuns(text, 'random').map(({ values }) => values), [[]])
  t.end()
})

t.test('files are found in a clone, and a missing clone has no trials', (t) => {
  const line = 'str   [   4.4 us ...   4.5 us ]      +1.00%\n'
  const folder = t.testdir({ tango: { 'tango-compare': { exp1: { 'tango.txt': line }, exp2: { 'tango.txt': line, 'criterion.txt': line } } } })
  t.equal(readPublishedTrials(PUBLISHED_DATA_SETS[0], folder).series.length, 2)
  t.same(readPublishedTrials(PUBLISHED_DATA_SETS[2], folder).series, [])
  t.end()
})
