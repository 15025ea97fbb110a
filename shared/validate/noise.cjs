'use strict'

const spawnSync = require('child_process').spawnSync
const channel = require('hotpath/worker').channel

/** The answer has gone out by then. */
const BEGINS_AFTER_MS = 20
const BURST_MS = 50
/** More than any cache of today holds. */
const HOG_BYTES = 128 * 1024 * 1024

/** How long a processor is slow, and how long it is not. */
const PHASE_MS = 10_000

/** Of a slow phase, the share that something else takes: in bursts too short to be seen as such. */
const SLOW_BURST_MS = 2

/** What a host takes: so long, so often, from whatever runs there, without saying so. */
const STOLEN_MS = 15
const STOLEN_EVERY_MS = 100

/** @param {number} ms */
function spin (ms) {
  const end = Date.now() + ms
  while (Date.now() < end);
}

const makers = {
  busy: () => { for (;;); },

  bursts: () => {
    spin(BURST_MS)
    setTimeout(makers.bursts, BURST_MS)
  },

  stolen: () => {
    // real-time priority, where it is permitted: nothing else runs on that processor meanwhile, as if the host had taken it
    spawnSync('chrt', ['-a', '-f', '-p', '10', String(process.pid)])
    setInterval(() => spin(STOLEN_MS), STOLEN_EVERY_MS)
  },

  phases: () => {
    const begin = Date.now()
    setInterval(() => { if (Math.floor((Date.now() - begin) / PHASE_MS) % 2 === 0) spin(SLOW_BURST_MS) }, 2 * SLOW_BURST_MS)
  },

  memory: () => {
    const hog = Buffer.alloc(HOG_BYTES, 1)
    for (;;) hog.copy(hog, 0, HOG_BYTES / 2)
  },
}

channel.answer({
  make: (request) => { setTimeout(makers[request.noise], BEGINS_AFTER_MS) },
})
