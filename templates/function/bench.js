import { createRequire } from 'node:module'
import lab from './lab.js'

const require = createRequire(import.meta.url)
const numbers = Array.from({ length: 1000 }, (_, index) => index % 200)
const CALLS = 5000

// one process, one function after the other, as such figures are often published: pnpm lab says what to believe
for (const variant of Object.keys(lab.variants)) {
  const countDistinct = require(`./${variant}.cjs`)
  const start = performance.now()
  for (let call = 0; call < CALLS; call++) countDistinct(numbers)
  console.log(`${variant}: ${Math.round(1000 * CALLS / (performance.now() - start))} calls a second`)
}
