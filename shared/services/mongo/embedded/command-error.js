/** @type {Record<number, string>} */
const CODE_NAMES = {
  1: 'InternalError',
  2: 'BadValue',
  9: 'FailedToParse',
  14: 'TypeMismatch',
  18: 'AuthenticationFailed',
  20: 'IllegalOperation',
  22: 'InvalidBSON',
  26: 'NamespaceNotFound',
  27: 'IndexNotFound',
  28: 'PathNotViable',
  40: 'ConflictingUpdateOperators',
  43: 'CursorNotFound',
  48: 'NamespaceExists',
  59: 'CommandNotFound',
  66: 'ImmutableField',
  67: 'CannotCreateIndex',
  72: 'InvalidOptions',
  73: 'InvalidNamespace',
  86: 'IndexKeySpecsConflict',
  115: 'CommandNotSupported',
  168: 'InvalidPipelineOperator',
  352: 'UnsupportedOpQueryCommand',
  10334: 'BSONObjectTooLarge',
  11000: 'DuplicateKey',
  40414: 'IDLFailedToParse',
  40415: 'IDLUnknownField',
}

/** Error that the embedded server sends to a client, with MongoDB's error code and wording. */
export class CommandError extends Error {
  name = 'CommandError'

  /**
   * @param {number} code
   * @param {string} message
   * @param {Record<string, unknown>} [details] further fields of the reply, such as keyPattern
   */
  constructor (code, message, details = {}) {
    super(message)
    this.code = code
    this.details = details
  }

  /** @returns {Record<string, unknown>} the reply to a command that failed */
  toReply () {
    const codeName = CODE_NAMES[this.code] ?? `Location${this.code}`
    return { ok: 0, errmsg: this.message, code: this.code, codeName, ...this.details }
  }

  /**
   * @param {number} index of the failed write in its batch
   * @returns {Record<string, unknown>} an entry of `writeErrors`
   */
  toWriteError (index) {
    return { index, code: this.code, errmsg: this.message, ...this.details }
  }
}

/**
 * Wraps an unexpected error as MongoDB's InternalError, but returns a CommandError unchanged.
 *
 * @param {any} error
 * @returns {CommandError}
 */
export function convertToCommandError (error) {
  return error instanceof CommandError ? error : new CommandError(1, error.message)
}
