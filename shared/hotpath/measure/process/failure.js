/** @typedef {import('../../report/result-schema.js').Failure} Failure */

/** Error for a variant that failed; none of its measured figures count. */
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

/** Error for a machine or a version of Node that lacks what the lab needs. */
export class CannotRun extends Error {
  name = 'CannotRun'

  /**
   * @param {string} needs such as mongo
   * @param {string} what continues that name
   * @param {string} mend command or step that helps
   * @param {'machine' | 'node'} [by] at fault
   */
  constructor (needs, what, mend, by = 'machine') {
    super(what)
    this.needs = needs
    this.mend = mend
    this.by = by
  }
}
