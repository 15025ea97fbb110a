'use strict'

require('./suite.cjs')

// the very function of fast, only later
module.exports = require('./fast.cjs')
