'use strict'

const work = require('../work.cjs')

let calls = 0

// a machine that gets hot: each call, of a or of b, makes later calls a little slower
module.exports = () => work(calls, 500 + (calls++ >> 8))
