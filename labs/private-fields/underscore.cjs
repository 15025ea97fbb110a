'use strict'

class Total {
  constructor () { this._sum = 0 }
  add (number) { this._sum += number }
  get value () { return this._sum }
}

module.exports = function sum (numbers) {
  const totals = [new Total(), new Total()]
  for (let i = 0; i < numbers.length; i++) totals[i % 2].add(numbers[i])
  return totals.map((total) => total.value)
}
