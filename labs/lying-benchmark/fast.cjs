'use strict'

const way = require('./way.cjs')

module.exports = function threeDays (legs) {
  return 3 * way(legs)
}
