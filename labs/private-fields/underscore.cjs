'use strict'

class Total {
  constructor () { this._sum = 0 }
  add (number) { this._sum += number }
  get value () { return this._sum }
}

module.exports = function sum (numbers) {
  const total = new Total()
  for (let i = 0; i < numbers.length; i++) total.add(numbers[i])
  return total.value
}
