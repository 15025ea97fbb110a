'use strict'

const v8 = require('v8')
const primordials = require('./primordials.cjs')

/**
 * Node before 8.5 has no such module: collections then count as a part of the blocks in which they happen.
 * @type {typeof import('perf_hooks') | null}
 */
let hooks = null
try {
  // eslint-disable-next-line n/no-unsupported-features/node-builtins -- missing before Node 8.5
  hooks = require('perf_hooks')
} catch (error) {}

/* eslint-disable n/no-unsupported-features/node-builtins -- used only where `hooks` is there */
const now = hooks ? hooks.performance.now.bind(hooks.performance) : () => 0

/**
 * Start and end of each garbage collection since the last `measureBetween`, in ms as `now` tells, in turn. No objects `{ from, to }`,
 * because such objects of the measured code would share their hidden class.
 * @type {number[]}
 */
let seen = []

/** V8's flags for collections between two tasks: V8 11, of Node 20, renamed one, and V8 before version 9 has none. */
const V8_MAJOR = parseInt(process.versions.v8, 10)
const NO_IDLE_COLLECTIONS = V8_MAJOR >= 11 ? ['--no-minor-gc-task', '--no-incremental-marking-task'] : V8_MAJOR >= 9 ? ['--no-scavenge-task'] : []

/**
 * Watches garbage collections, and turns off V8's collections between tasks. Otherwise V8 collects between timed blocks, where no clock
 * runs: the same function cost 1.17 to 1.47 times another one, depending on the length of a block. Full collections, which free Buffers,
 * also ended there. docs/decisions/046
 */
function watch () {
  for (let i = 0; i < NO_IDLE_COLLECTIONS.length; i++) v8.setFlagsFromString(NO_IDLE_COLLECTIONS[i])
  if (!hooks) return
  new hooks.PerformanceObserver((/** @type {import('perf_hooks').PerformanceObserverEntryList} */ list) => {
    const entries = list.getEntries()
    for (let i = 0; i < entries.length; i++) {
      seen[seen.length] = entries[i].startTime
      seen[seen.length] = entries[i].startTime + entries[i].duration
    }
  }).observe({ entryTypes: ['gc'] })
}

/**
 * @param {number} from ms, as `now` tells
 * @param {number} to ms
 * @returns {Promise<{ ns: number, count: number }>} of the collections that lie between, once Node has reported all of them
 */
function measureBetween (from, to) {
  return new primordials.Promise((resolve) => {
    // two turns: in the first one Node hands the collections to the observer, in the second one the observer is called
    primordials.nextTurn(() => primordials.nextTurn(() => {
      let ms = 0
      let count = 0
      for (let i = 0; i < seen.length; i += 2) {
        if (seen[i] < from || seen[i + 1] > to) continue
        ms += seen[i + 1] - seen[i]
        count++
      }
      seen = []
      resolve({ ns: ms * 1e6, count: count })
    }))
  })
}

/**
 * Divides the time of a block into calls and collections. A block costs the smaller of wall-clock and CPU time: other programs lengthen
 * wall-clock time, V8's compiler threads lengthen CPU time.
 *
 * @param {{ wallNs: number, cpuNs: number, collectionNs: number }} block `collectionNs` by the wall clock
 * @returns {{ ns: number, collectionNs: number }} `ns` with the collections
 */
function divide (block) {
  const ns = Math.min(block.wallNs, block.cpuNs)
  return { ns: ns, collectionNs: ns - Math.min(block.wallNs - block.collectionNs, ns) }
}

module.exports = { divide: divide, measureBetween: measureBetween, now: now, watch: watch }
