'use strict'

const channel = require('../worker/channel.cjs')

/** The answer has gone out by then. */
const BEGINS_AFTER_MS = 20
const BURST_MS = 50
/** More than any cache of today holds. */
const HOG_BYTES = 128 * 1024 * 1024

const makers = {
  busy: () => { for (;;); },

  bursts: () => {
    const end = Date.now() + BURST_MS
    while (Date.now() < end);
    setTimeout(makers.bursts, BURST_MS)
  },

  memory: () => {
    const hog = Buffer.alloc(HOG_BYTES, 1)
    for (;;) hog.copy(hog, 0, HOG_BYTES / 2)
  },
}

channel.answer({
  make: (request) => { setTimeout(makers[request.noise], BEGINS_AFTER_MS) },
})
