'use strict'

/**
 * Makes a test function that resembles everyday code, with objects, closures and garbage. The cost of a call is proportional to `work`; the
 * answer does not depend on `work`.
 *
 * @param {number} work times that it makes records of its items, sifts them and adds them up
 * @returns {(items: number[]) => number}
 */
module.exports = function probe (work) {
  return (items) => {
    let sum = 0
    for (let i = 0; i < work; i++) {
      sum += items
        .map((item, index) => ({ id: index, value: item / 7 }))
        .filter((record) => record.value > 1)
        .reduce((sum, record) => sum + record.value, 0)
    }
    return sum > 0 ? items.length : 0
  }
}
