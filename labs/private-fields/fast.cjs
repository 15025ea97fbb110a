'use strict'

class Total {
  #sum = 0
  add (number) { this.#sum += number }
  get value () { return this.#sum }
}

module.exports = function sum (numbers) {
  const total = new Total()
  for (let i = 0; i < numbers.length; i++) total.add(numbers[i])
  return total.value
}
