export { EXIT_CODES, findExitCodeOfError } from './codes.js'
export { CannotRun, HotpathError, UsageError, VariantFailure, describeFailure } from './errors.js'

/** @typedef {import('./errors.js').Failure} Failure */
