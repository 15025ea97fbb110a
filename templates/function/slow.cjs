'use strict'

module.exports = function countDistinct (numbers) {
  return numbers.filter((number, index) => numbers.indexOf(number) === index).length
}
