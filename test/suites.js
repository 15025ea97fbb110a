/** Suffixes: `.long` for a test that takes too long for `pnpm test`, `.measure` for one that checks how long something takes. */
const TEST = /^[^.]+(\.long)?(\.measure)?\.test\.js$/

/** Any name that its author may have meant for a test. */
const MEANT_AS_TEST = /[.-](?:test|spec)\.[cm]?[jt]s$|\.(?:long|measure)\.[cm]?[jt]s$/

/** @typedef {'beside' | 'measure' | 'long beside' | 'long measure'} Suite `beside`: runs while others run */

/**
 * Tells by a file's suffix which suite runs it.
 *
 * @param {string} path
 * @returns {Suite | undefined} none where the file is no test
 * @throws {Error} where the name looks like a test's and no suite runs it
 */
export function suiteOf (path) {
  const name = path.split('/').at(-1) ?? ''
  const [isTest, long, measure] = name.match(TEST) ?? []
  // no other test may run beside one that measures, as each `lab.test.js` does
  if (isTest) return /** @type {Suite} */ (`${long ? 'long ' : ''}${measure || name === 'lab.test.js' ? 'measure' : 'beside'}`)
  if (MEANT_AS_TEST.test(name)) throw new Error(`${path}: no suite runs a file of this name; call it NAME.test.js or NAME.measure.test.js, with .long after NAME if it takes long`)
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
  const suites = { beside: [], measure: [], 'long beside': [], 'long measure': [] }
  /** @type {string[]} */
  const unknown = []
  for (const path of paths) {
    try {
      const suite = suiteOf(path)
      if (suite) suites[suite].push(path)
    } catch (error) {
      unknown.push(error.message)
    }
  }
  if (unknown.length) throw new Error(unknown.join('\n'))
  return suites
}

/**
 * Chooses what `pnpm test` runs.
 *
 * @param {string[]} options `--long`: only what takes long; `--all`: everything; `--labs`: labs that did not change, too
 * @param {string[]} paths of the project's files
 * @param {(path: string) => boolean} [isUnchanged] true for the test of a lab that passed with the same files and engine
 * @returns {Record<Suite, string[]>} test files, by suite
 */
export function chooseTests (options, paths, isUnchanged = () => false) {
  const suites = suitesIn(paths)
  if (!options.includes('--labs')) suites.measure = suites.measure.filter((path) => !isUnchanged(path))
  if (options.includes('--all')) return suites
  const unchosen = /** @type {Suite[]} */ (Object.keys(suites)).filter((suite) => suite.startsWith('long ') !== options.includes('--long'))
  for (const suite of unchosen) suites[suite] = []
  return suites
}
