'use strict'

class Total {
  #sum = 0
  add (number) { this.#sum += number }
  get value () { return this.#sum }
}

module.exports = function sum (numbers) {
  const totals = [new Total(), new Total()]
  for (let i = 0; i < numbers.length; i++) totals[i % 2].add(numbers[i])
  return totals.map((total) => total.value)
}
