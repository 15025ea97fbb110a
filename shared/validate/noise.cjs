'use strict'

const spawnSync = require('child_process').spawnSync
const channel = require('hotpath/worker').channel

/** Delay before the noise, in which the answer is sent. */
const BEGINS_AFTER_MS = 20
const BURST_MS = 50
/** Larger than the caches of today's processors. */
const HOG_BYTES = 128 * 1024 * 1024

/** Length of a slow phase, and of a normal one. */
const PHASE_MS = 10_000

/** Bursts in a slow phase, with pauses of the same length: too short to be seen as bursts. */
const SLOW_BURST_MS = 2

/** Time that a host takes from a virtual machine, and how often. */
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
    // real-time priority, if permitted: nothing else runs on that processor, as if the host had taken it
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
