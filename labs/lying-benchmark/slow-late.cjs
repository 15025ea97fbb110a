'use strict'

require('./suite.cjs')

// the very function of slow, only later
module.exports = require('./slow.cjs')
