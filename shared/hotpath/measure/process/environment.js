/** Coverage, loaders, inspectors, code that was compiled before, a proxy, an environment for Express, another thread pool; and logs of Node, Express and MongoDB's driver, some lines for each request. */
const NOT_OURS = /^(NODE_OPTIONS|NODE_V8_COVERAGE|NODE_COMPILE_CACHE|NODE_USE_ENV_PROXY|NODE_ENV|NODE_CHANNEL_FD|UV_THREADPOOL_SIZE|DEBUG|NODE_DEBUG(_NATIVE)?|MONGODB_LOG_\w+)$/i

/** What the user has set for other purposes must not change what is measured. */
export function cleanEnvironment () {
  return Object.fromEntries(Object.entries(process.env).filter(([name]) => !NOT_OURS.test(name)))
}

/** Where the package process-on-spawn, with which tap and nyc get into every process that is started, keeps its hooks. */
const HOOKS = Symbol.for('process-on-spawn@*:singletonId')

/**
 * Starts a process without the loaders that a test runner puts into all of them: they would be measured too.
 *
 * @template T
 * @param {() => T} start
 * @returns {T}
 */
export function unhooked (start) {
  const hooked = /** @type {any} */ (globalThis)[HOOKS]
  if (!hooked) return start()
  const { listeners } = hooked
  hooked.listeners = []
  try {
    return start()
  } finally {
    hooked.listeners = listeners
  }
}
