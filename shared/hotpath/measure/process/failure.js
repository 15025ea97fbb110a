/** @typedef {import('../../report/result-schema.js').Failure} Failure */

/** A variant failed, so none of its figures count. */
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

/** A process was stopped or got no CPU: no variant is at fault. */
export class Starved extends VariantFailure {
  name = 'Starved'
}

/** This machine or Node lacks what the lab needs. */
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
