/** @type {Record<number, string>} */
const NAMES = {
  1: 'InternalError',
  2: 'BadValue',
  9: 'FailedToParse',
  13: 'Unauthorized',
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
  52: 'DollarPrefixedFieldName',
  53: 'InvalidIdField',
  59: 'CommandNotFound',
  66: 'ImmutableField',
  67: 'CannotCreateIndex',
  72: 'InvalidOptions',
  73: 'InvalidNamespace',
  85: 'IndexOptionsConflict',
  86: 'IndexKeySpecsConflict',
  115: 'CommandNotSupported',
  168: 'InvalidPipelineOperator',
  197: 'InvalidIndexSpecificationOption',
  352: 'UnsupportedOpQueryCommand',
  10334: 'BSONObjectTooLarge',
  11000: 'DuplicateKey',
  40414: 'IDLFailedToParse',
  40415: 'IDLUnknownField',
}

/** A refusal that is the client's to read: code, name and wording are those MongoDB documents. */
export class Failure extends Error {
  /**
   * @param {number} code
   * @param {string} message
   * @param {Record<string, unknown>} [details] further fields of the reply, such as keyPattern
   */
  constructor (code, message, details = {}) {
    super(message)
    this.name = 'Failure'
    this.code = code
    this.details = details
  }

  /** @returns {string} the name of the code, or `Location<code>` as MongoDB says for one without a name */
  get codeName () {
    return NAMES[this.code] ?? `Location${this.code}`
  }

  /** @returns {Record<string, unknown>} the reply to a command that failed as a whole */
  toReply () {
    return { ok: 0, errmsg: this.message, code: this.code, codeName: this.codeName, ...this.details }
  }

  /**
   * @param {number} index which write of the batch failed
   * @returns {Record<string, unknown>} one entry of `writeErrors`
   */
  toWriteError (index) {
    return { index, code: this.code, errmsg: this.message, ...this.details }
  }
}

/**
 * @param {unknown} error
 * @returns {Failure} the error itself where it is one, else an InternalError that carries its message
 */
export function asFailure (error) {
  if (error instanceof Failure) return error
  return new Failure(1, error instanceof Error ? error.message : String(error))
}
