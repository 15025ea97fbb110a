/** @typedef {import('../../report/result-schema.js').Failure} Failure */

/** A variant did something that makes every figure of it worthless. */
export class VariantFailure extends Error {
  name = 'VariantFailure'

  /**
   * @param {string} variant
   * @param {string} what happened, to be read after the variant's name
   * @param {string} [stderr] its last lines
   */
  constructor (variant, what, stderr = '') {
    super(`${variant} ${what}`)
    this.variant = variant
    this.what = what
    this.stderr = stderr
  }
}

/** Something kept a process from working: it was stopped, or did not get a processor. No variant is to blame. */
export class Starved extends VariantFailure {
  name = 'Starved'
}

/** The lab needs something that this machine does not have. */
export class CannotRun extends Error {
  name = 'CannotRun'

  /**
   * @param {string} needs such as mongo
   * @param {string} what is the matter with it, to be read after its name
   * @param {string} mend the command or step that changes that
   * @param {'machine' | 'node'} [by] whose fault it is
   */
  constructor (needs, what, mend, by = 'machine') {
    super(what)
    this.needs = needs
    this.mend = mend
    this.by = by
  }
}
