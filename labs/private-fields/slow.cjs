'use strict'

const sums = new WeakMap()

class Total {
  constructor () { sums.set(this, 0) }
  add (number) { sums.set(this, sums.get(this) + number) }
  get value () { return sums.get(this) }
}

module.exports = function sum (numbers) {
  const totals = [new Total(), new Total()]
  for (let i = 0; i < numbers.length; i++) totals[i % 2].add(numbers[i])
  return totals.map((total) => total.value)
}
