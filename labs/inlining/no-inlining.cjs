'use strict'

// the very functions of fast, in a Node that inlines none: its flags are in lab.js
module.exports = require('./fast.cjs')
