'use strict'

// .cjs files of this folder run on Node 6.1 and later, for function labs; server.mjs needs eventLoopUtilization of Node 14.10
const path = require('path')
const channel = require('./channel.cjs')
const chooseLoop = require('./loop.cjs').chooseLoop
const collections = require('./collections.cjs')
const meter = require('./meter.cjs')
const primordials = require('./primordials.cjs')
const serializer = require('./serializer.cjs')
const threads = require('./threads.cjs')

/** Paths of worker files that other packages load, or recognize in profiles. */
const FILES = { loop: path.join(__dirname, 'loop.cjs'), processMetrics: path.join(__dirname, 'process-metrics.mjs') }

module.exports = { channel, chooseLoop, collections, meter, primordials, serializer, threads, FILES }

/** @typedef {import('./process-metrics.mjs').Sample} Sample */
