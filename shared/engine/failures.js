/** Exit codes of both command lines, `hotpath` and `pnpm lab`. */
export const EXIT_CODES = /** @type {const} */ ({
  holds: 0,
  broken: 1,
  usage: 2,
  undecided: 3,
  'cannot run': 4,
  /** EX_SOFTWARE of sysexits.h, so that a bug never looks like a verdict */
  bug: 70,
  /** Ctrl-C */
  interrupted: 130,
  /** as after SIGPIPE, so that a check in CI fails if the pipe closes before the verdict */
  'closed pipe': 141,
})

/** Codes of errors, by the exit code that they cause. */
const ERROR_CODES = /** @type {const} */ ({
  // a measured program is at fault
  broken: [
    'EXITED', 'KILLED', 'THREW', 'REJECTED', 'TIMED_OUT', 'OUT_OF_MEMORY', 'NOT_STARTED', 'STOPPED', 'FORGED_MESSAGE', 'IPC_CLOSED', 'TAMPERED',
    'WRONG_ANSWER', 'WRONG_STATUS', 'WRONG_COUNT', 'ANSWER_CHANGED', 'BROKE_CONNECTION', 'CLOSED_CONNECTION', 'NOT_LISTENING',
    'CACHES_ANSWERS', 'CPU_TIME_DIFFERS', 'NOT_PROFILED', 'BAD_BENCHMARK',
  ],
  // the command line, a file that the user wrote, or a caller's plan
  usage: [
    'USAGE', 'BAD_PLAN', 'BAD_MANIFEST', 'BAD_PERF_FILE', 'BAD_PACKAGE_JSON', 'BAD_RESULT', 'BAD_RECORDING', 'BAD_LEDGER', 'DAMAGED_FILE', 'UNPARSABLE_FILE',
    'NO_FILE', 'NO_BENCHMARK', 'NO_REPOSITORY', 'NO_REVISION', 'NO_COMMIT', 'NO_MERGE_BASE', 'NO_PERF_FILE', 'NO_PACKAGE', 'OUTSIDE', 'FILE_EXISTS',
    'DIFFERENT_KINDS', 'DIFFERENT_PACKAGES', 'DIFFERENT_SHARDS', 'MISSING_SHARDS', 'SEVERAL_LOCK_FILES', 'FOREIGN_LOCK_FILE',
    'NO_SUCH_NODE', 'NODE_TOO_OLD', 'NODE_DOES_NOT_RUN',
  ],
  // this machine, its Node or a service lacks something
  'cannot run': [
    'STARVED', 'CLOCK_TOO_COARSE', 'RATE_TOO_HIGH', 'DISK_FULL', 'UNWRITABLE', 'NO_TEMPORARY_FOLDER', 'NODE_UNAVAILABLE', 'NODE_UNUSABLE', 'NODE_LACKS_FLAG',
    'NODE_LACKS_FEATURE', 'NODE_OUT_OF_RANGE', 'SERVICE_FAILED', 'MONGO_UNAVAILABLE', 'MONGO_GONE', 'MONGO_LACKS_FEATURE',
    'TOOL_MISSING', 'TOOL_FAILED', 'GIT_FAILED', 'SHALLOW_CLONE', 'REGISTRY_UNREACHABLE', 'INSTALL_FAILED', 'SETUP_FAILED',
  ],
})

/** @typedef {(typeof ERROR_CODES)[keyof typeof ERROR_CODES][number]} ErrorCode */

/** @param {ErrorCode} code @returns {number} */
export function findExitCodeOfError (code) {
  const [kind] = Object.entries(ERROR_CODES).find(([, codes]) => codes.some((one) => one === code)) ?? ['bug']
  return EXIT_CODES[/** @type {keyof typeof EXIT_CODES} */ (kind)]
}

/** Codes that a result's `failure` can have. */
export const FAILURE_CODES = [...ERROR_CODES.broken, ...ERROR_CODES['cannot run']]

/**
 * @typedef {object} Failure in a result
 * @property {ErrorCode} code
 * @property {string} part what failed: a variant, or a part of the machine such as "mongo"
 * @property {string} what continues the name of the part
 * @property {string} advice what to type or to change; empty if there is none
 * @property {string} stderr the last lines that the process printed
 */

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
