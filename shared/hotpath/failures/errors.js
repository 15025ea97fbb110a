import { findExitCodeOfError } from './codes.js'

/** @import { ErrorCode } from './codes.js' */
/** @typedef {import('../report/result-schema.js').Failure} Failure */

/** Error with a code, which decides the exit code of both command lines. Every other error is a bug. */
export class HotpathError extends Error {
  name = 'HotpathError'

  /**
   * @param {ErrorCode} code
   * @param {string} message
   * @param {{ advice?: string, cause?: unknown }} [how] `advice`: command or step that helps
   */
  constructor (code, message, { advice = '', cause } = {}) {
    super(message, { cause })
    this.code = code
    this.advice = advice
  }

  get exitCode () {
    return findExitCodeOfError(this.code)
  }

  /** The message for a terminal, with the advice. */
  get text () {
    return this.advice ? `${this.message}. ${this.advice}` : this.message
  }
}

/** Error for an invalid command line. Its message says what to type instead. */
export class UsageError extends HotpathError {
  /** @param {string} message */
  constructor (message) {
    super('USAGE', message)
  }
}

/** Error for a variant that failed. All figures measured for this variant are discarded. */
export class VariantFailure extends HotpathError {
  /**
   * @param {ErrorCode} code
   * @param {string} part name of the variant
   * @param {string} what continues that name
   * @param {string} [stderr] last lines
   */
  constructor (code, part, what, stderr = '') {
    super(code, `${part} ${what}`)
    this.part = part
    this.what = what
    this.stderr = stderr
  }
}

/**
 * Error for a machine, a version of Node or a service that lacks what the lab needs. The verdict is then "cannot run", and no variant is
 * blamed.
 */
export class CannotRun extends HotpathError {
  /**
   * @param {ErrorCode} code
   * @param {string} part name of the missing thing, such as mongo or helper.js
   * @param {string} what continues that name
   * @param {string} advice command or step that helps
   */
  constructor (code, part, what, advice) {
    super(code, `${part} ${what}`, { advice })
    this.part = part
    this.what = what
  }
}

/** @param {VariantFailure | CannotRun} error @returns {Failure} for a result */
export function describeFailure (error) {
  return { code: error.code, part: error.part, what: error.what, advice: error.advice, stderr: error instanceof VariantFailure ? error.stderr : '' }
}
