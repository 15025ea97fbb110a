/** A test that may run beside others. */
const TEST = /^[^.]+\.test\.js$/

/** A test that checks how long something takes, so no other test may run at the same time. Each `lab.test.js` is such a test. */
const MEASURING = /^(?:[^.]+\.measure\.test|lab\.test)\.js$/

/** A test that takes the machine's lock, but checks no duration: it runs after other such tests, at the same time as `NAME.test.js`. */
const SERIAL = /^[^.]+\.serial\.test\.js$/

/** A test that takes too long for `pnpm test`, and may run beside others. */
const LONG = /^[^.]+\.long\.test\.js$/

/** A test that takes too long for `pnpm test`, takes the machine's lock, but checks no duration. */
const LONG_SERIAL = /^[^.]+\.long\.serial\.test\.js$/

/** A test that checks how long something takes, and is too slow for `pnpm test`. */
const LONG_MEASURING = /^[^.]+\.long\.measure\.test\.js$/

/** Any name that its author may have meant for a test. */
const MEANT_AS_TEST = /[.-](?:test|spec)\.[cm]?[jt]s$|\.(?:long|measure|serial)\.[cm]?[jt]s$/

/** @typedef {'beside' | 'serial' | 'measure' | 'long beside' | 'long serial' | 'long measure'} Suite `beside`: runs while others run */

/**
 * Tells by a file's suffix which suite runs it.
 *
 * @param {string} path
 * @returns {Suite | undefined} none where the file is no test
 * @throws {Error} where the name looks like a test's and no suite runs it
 */
export function suiteOf (path) {
  const name = path.split('/').at(-1) ?? ''
  if (LONG.test(name)) return 'long beside'
  if (LONG_SERIAL.test(name)) return 'long serial'
  if (LONG_MEASURING.test(name)) return 'long measure'
  if (SERIAL.test(name)) return 'serial'
  if (MEASURING.test(name)) return 'measure'
  if (TEST.test(name)) return 'beside'
  if (MEANT_AS_TEST.test(name)) throw new Error(`${path}: no suite runs a file of this name; call it NAME.test.js, NAME.serial.test.js or NAME.measure.test.js, with .long after NAME if it takes long`)
}

/**
 * Sorts files into suites.
 *
 * @param {string[]} paths
 * @returns {Record<Suite, string[]>}
 * @throws {Error} with a line for each file that looks like a test and is in no suite
 */
export function suitesIn (paths) {
  /** @type {Record<Suite, string[]>} */
  const suites = { beside: [], serial: [], measure: [], 'long beside': [], 'long serial': [], 'long measure': [] }
  const unknown = paths.flatMap((path) => {
    try {
      const suite = suiteOf(path)
      if (suite) suites[suite].push(path)
      return []
    } catch (error) {
      return [error.message]
    }
  })
  if (unknown.length) throw new Error(unknown.join('\n'))
  return suites
}

/**
 * Chooses what `pnpm test` runs.
 *
 * @param {string[]} options `--long`: only what takes long; `--all`: everything
 * @param {string[]} paths of the project's files
 * @returns {Record<Suite, string[]>} test files, by suite
 */
export function chooseTests (options, paths) {
  const suites = suitesIn(paths)
  if (options.includes('--all')) return suites
  const unchosen = /** @type {Suite[]} */ (Object.keys(suites)).filter((suite) => suite.startsWith('long ') !== options.includes('--long'))
  for (const suite of unchosen) suites[suite] = []
  return suites
}
