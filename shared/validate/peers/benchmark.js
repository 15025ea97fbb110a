import Benchmark from 'benchmark'

/** @import { Decide } from './worker.js' */

/** @typedef {{ filter (which: 'fastest'): { map (field: 'name'): ('first' | 'second')[] } }} FinishedSuite of benchmark.js */

/**
 * benchmark.js 2.1.4 has its own test (Mann-Whitney U at 5 %): `filter('fastest')`, as its README shows, returns the fastest
 * function and those without a significant difference to it. One name means that this function is faster, two mean neither.
 *
 * @type {Decide}
 */
export default function ({ first, second, input, seconds }) {
  return new Promise((resolve) => {
    const maxTime = seconds / 2
    new Benchmark.Suite()
      .add('first', () => first(input), { maxTime })
      .add('second', () => second(input), { maxTime })
      .on('complete', /** @this {FinishedSuite} */ function () {
        const names = this.filter('fastest').map('name')
        resolve(names.length === 1 ? names[0] : 'neither')
      })
      .run({ async: true })
  })
}
