'use strict'

const work = require('../work.cjs')

let n = 0

module.exports = () => work(n++, 1100)
