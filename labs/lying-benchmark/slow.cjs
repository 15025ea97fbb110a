'use strict'

const way = require('./way.cjs')

module.exports = function threeDays (legs) {
  return way(legs) + way(legs) + way(legs)
}
