'use strict'

const spawnSync = require('child_process').spawnSync
const channel = require('@hotpath-labs/engine/worker/index.cjs').channel

/** Delay in ms before the noise begins, so that the reply to the parent process is sent first. */
const BEGINS_AFTER_MS = 20
const BURST_MS = 50
/** Size in bytes of the array that memory noise copies: larger than the caches of today's processors. */
const HOG_BYTES = 128 * 1024 * 1024

/** Length in ms of each slow phase, and of each normal phase between slow phases. */
const PHASE_MS = 10_000

/** Length in ms of each burst of CPU load in a slow phase, and of the pause after each burst: so short that the whole phase looks slow. */
const SLOW_BURST_MS = 2

/** Length in ms of each simulated pause of a virtual machine on a busy host, and ms from the start of one pause to the next. */
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
    // real-time priority, if permitted, keeps other processes off this CPU, as if the virtual machine's host had taken the CPU away
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
