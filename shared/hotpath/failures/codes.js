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
  // the command line, or a file that the user wrote
  usage: [
    'USAGE', 'BAD_MANIFEST', 'BAD_PERF_FILE', 'BAD_PACKAGE_JSON', 'BAD_RESULT', 'BAD_RECORDING', 'BAD_LEDGER', 'DAMAGED_FILE', 'UNPARSABLE_FILE',
    'NO_FILE', 'NO_BENCHMARK', 'NO_REPOSITORY', 'NO_REVISION', 'NO_COMMIT', 'NO_MERGE_BASE', 'NO_PERF_FILE', 'NO_PACKAGE', 'OUTSIDE', 'FILE_EXISTS',
    'DIFFERENT_KINDS', 'DIFFERENT_PACKAGES', 'DIFFERENT_SHARDS', 'MISSING_SHARDS', 'SEVERAL_LOCK_FILES', 'FOREIGN_LOCK_FILE',
    'NO_SUCH_NODE', 'NODE_TOO_OLD', 'NODE_DOES_NOT_RUN',
  ],
  // this machine, its Node or a service lacks something
  'cannot run': [
    'STARVED', 'CLOCK_TOO_COARSE', 'DISK_FULL', 'UNWRITABLE', 'NO_TEMPORARY_FOLDER', 'NODE_UNAVAILABLE', 'NODE_UNUSABLE', 'NODE_LACKS_FLAG',
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
