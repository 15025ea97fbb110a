/** A test that may run beside others. */
const TEST = /^[^.]+\.test\.js$/

/** A test that measures, so nothing may run beside it; the test of a lab always does. */
const MEASURING = /^(?:[^.]+\.measure\.test|lab\.test)\.js$/

/** A test that takes too long for `pnpm test`, and may run beside others. */
const LONG = /^[^.]+\.long\.test\.js$/

/** A test that takes too long for `pnpm test`, and measures, so nothing may run beside it. */
const LONG_MEASURING = /^[^.]+\.long\.measure\.test\.js$/

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
  if (LONG.test(name)) return 'long beside'
  if (LONG_MEASURING.test(name)) return 'long measure'
  if (MEASURING.test(name)) return 'measure'
  if (TEST.test(name)) return 'beside'
  if (MEANT_AS_TEST.test(name)) throw new Error(`${path}: no suite runs a file of this name; call it NAME.test.js, NAME.measure.test.js, NAME.long.test.js or NAME.long.measure.test.js`)
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
 * @returns {{ beside: string[], longBeside: string[], alone: string[] }} test files that may run beside others, and those that may not
 */
export function chooseTests (options, paths) {
  const { beside, measure, 'long beside': longBeside, 'long measure': longMeasure } = suitesIn(paths)
  if (options.includes('--all')) return { beside, longBeside, alone: [...measure, ...longMeasure] }
  return options.includes('--long') ? { beside: [], longBeside, alone: longMeasure } : { beside, longBeside: [], alone: measure }
}
