import t from 'tap'
import { checkFunctionAnswers } from './function-answers.js'

async function difference (right, given) {
  const workload = { inputs: () => [], edgeCases: { odd: [1] } }
  const plan = { lab: { manifest: {} }, programs: { slow: {}, fast: {} }, counters: {}, workload }
  const inspector = {
    variant: '',
    async ask (question) {
      if (question === 'answers') return [{ after: [1], ...inspector.variant === 'slow' ? right : given }]
    },
  }
  return (await checkFunctionAnswers(/** @type {any} */ ({ plan, reference: 'slow', session: { seed: 1 }, subject: { async giveInputs () {} } }), new Map([['slow', /** @type {any} */ (inspector)]]))).oracle.difference
}

t.test('differences name values, errors and their locations', async (t) => {
  t.equal(await difference({ value: 3.5 }, { threw: 'TypeError' }), 'odd: slow answers 3.5, fast throws TypeError (input: 1)')
  t.equal(await difference({ threw: 'TypeError' }, { value: { $: 'undefined' } }), 'odd: slow throws TypeError, fast answers undefined (input: 1)')
  t.equal(await difference({ threw: 'TypeError' }, { threw: 'RangeError' }), 'odd: slow throws TypeError, fast throws RangeError (input: 1)')
  t.equal(await difference({ threw: 'TypeError' }, { threw: 'TypeError' }), null)
  t.equal(await difference({ value: [1, 2] }, { value: [1, 3] }), 'odd, at 1: slow answers 2, fast answers 3 (input: 1)', 'with the path of the difference')
  const stack = 'TypeError: no rows\n    at Array.map (<anonymous>)\n    at sum (/my/lab/mine.cjs:7:3)\n    at answer (/project/function.cjs:30:1)'
  t.equal(await difference({ value: 1 }, { threw: 'TypeError', stack }), 'odd: slow answers 1, fast throws TypeError: no rows (mine.cjs:7) (input: 1)', 'with its location')
  t.equal(await difference({ threw: 'TypeError' }, { threw: 'TypeError', stack }), null, 'locations may differ')
  t.equal(await difference({ value: [1, 2] }, { threw: 'TypeError' }), 'odd: slow answers [1, 2], fast throws TypeError (input: 1)')
})
