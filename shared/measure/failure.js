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

/** The lab cannot run on this machine; `mend` is the command or step that changes that. */
export class CannotRun extends Error {
  name = 'CannotRun'

  /** @param {string} what @param {string} mend */
  constructor (what, mend) {
    super(what)
    this.mend = mend
  }
}
