'use strict'

module.exports = function countDistinct (numbers) {
  return new Set(numbers).size
}
