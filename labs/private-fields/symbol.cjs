'use strict'

const kSum = Symbol('sum')

class Total {
  constructor () { this[kSum] = 0 }
  add (number) { this[kSum] += number }
  get value () { return this[kSum] }
}

module.exports = function sum (numbers) {
  const totals = [new Total(), new Total()]
  for (let i = 0; i < numbers.length; i++) totals[i % 2].add(numbers[i])
  return totals.map((total) => total.value)
}
