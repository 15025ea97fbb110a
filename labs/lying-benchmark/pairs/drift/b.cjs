'use strict'

const slower = require('./slower.cjs')

module.exports = () => slower()
