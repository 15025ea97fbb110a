/** @typedef {import('../../report/result-schema.js').Failure} Failure */

/** Error for a variant that failed. All figures measured for this variant are discarded. */
export class VariantFailure extends Error {
  name = 'VariantFailure'

  /**
   * @param {string} variant
   * @param {string} what continues the variant's name
   * @param {string} [stderr] last lines
   */
  constructor (variant, what, stderr = '') {
    super(`${variant} ${what}`)
    this.variant = variant
    this.what = what
    this.stderr = stderr
  }
}

/** Error for a process that was stopped or got no CPU time. Its variant is not at fault. */
export class StarvedProcessFailure extends VariantFailure {
  name = 'StarvedProcessFailure'
}

/**
 * Error for a machine, a version of Node or a service that lacks what the lab needs. The verdict is then "cannot run", and no variant is
 * blamed.
 */
export class CannotRun extends Error {
  name = 'CannotRun'

  /**
   * @param {string} needs name of the missing thing, such as mongo or helper.js; a result's `failure.variant`
   * @param {string} what continues that name; a result's `failure.what`
   * @param {string} advice command or step that helps; a result's `failure.stderr`
   * @param {'machine' | 'node'} [by] at fault
   */
  constructor (needs, what, advice, by = 'machine') {
    super(what)
    this.needs = needs
    this.advice = advice
    this.by = by
  }
}

/** @param {CannotRun} error @returns {Failure} for a result */
export function describeCannotRun ({ needs, message, advice, by }) {
  return { variant: needs, what: message, stderr: advice, by }
}
