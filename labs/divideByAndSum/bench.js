import { createRequire } from 'node:module'
import Benchmark from 'benchmark'
import lab from './lab.js'

const require = createRequire(import.meta.url)
// the book's: one array, one process, one function after the other
const numbers = Array.from({ length: 1000 }, (_, index) => Math.random() * index)

const suite = new Benchmark.Suite()
for (const variant of Object.keys(lab.variants)) {
  const divideByAndSum = require(`./${variant}.cjs`)
  suite.add(variant, () => { divideByAndSum(12, numbers) })
}
suite.on('cycle', ({ target }) => console.log(String(target)))
suite.on('complete', () => console.log('Fastest is', suite.filter('fastest').map('name')[0]))
suite.run()
