/** Environment variables that would change how Node, Express or MongoDB's driver works: loaders, caches, proxies, thread pools, logs. */
const NOT_OURS = /^(NODE_OPTIONS|NODE_V8_COVERAGE|NODE_COMPILE_CACHE|NODE_USE_ENV_PROXY|NODE_ENV|NODE_CHANNEL_FD|UV_THREADPOOL_SIZE|DEBUG|NODE_DEBUG(_NATIVE)?|MONGODB_LOG_\w+)$/i

/** Copies the environment, except variables that would change a measurement. */
export function copyCleanEnvironment () {
  return Object.fromEntries(Object.entries(process.env).filter(([name]) => !NOT_OURS.test(name)))
}

/** Symbol under which the package process-on-spawn keeps its hooks. With these hooks tap and nyc load themselves into child processes. */
const HOOKS = Symbol.for('process-on-spawn@*:singletonId')

/**
 * Starts a process without a test runner's loaders, because they would be measured too.
 *
 * @template T
 * @param {() => T} start
 * @returns {T}
 */
export function startWithoutLoaderHooks (start) {
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
