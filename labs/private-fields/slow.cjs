'use strict'

const sums = new WeakMap()

class Total {
  constructor () { sums.set(this, 0) }
  add (number) { sums.set(this, sums.get(this) + number) }
  get value () { return sums.get(this) }
}

module.exports = function sum (numbers) {
  const total = new Total()
  for (let i = 0; i < numbers.length; i++) total.add(numbers[i])
  return total.value
}
