/** What the user has set for other purposes must not change what is measured: coverage, loaders, inspectors, an environment for Express, another thread pool. */
export function cleanEnvironment () {
  const { NODE_OPTIONS, NODE_V8_COVERAGE, NODE_ENV, NODE_CHANNEL_FD, UV_THREADPOOL_SIZE, ...rest } = process.env
  return rest
}
