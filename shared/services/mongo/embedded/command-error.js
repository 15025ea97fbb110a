const COMMAND_NOT_SUPPORTED = 115

/** Error that the embedded server sends to a client, with a code of MongoDB. */
export class CommandError extends Error {
  /**
   * @param {number} code
   * @param {string} message one line
   * @param {Record<string, unknown>} [details] further fields of the reply, such as keyPattern
   */
  constructor (code, message, details) {
    super(message)
    this.reply = { code, errmsg: message, ...details }
  }
}

/**
 * @param {string} what MongoDB can do it, or refuses it too
 * @returns {CommandError}
 */
export function createUnsupportedError (what) {
  return new CommandError(COMMAND_NOT_SUPPORTED, `${what} is not supported by the embedded server. Set MONGODB_URL to use a MongoDB`)
}

/**
 * @param {Error} error a CommandError, or any error of mingo or bson
 * @returns {CommandError['reply']}
 */
export function describeError (error) {
  return (error instanceof CommandError ? error : createUnsupportedError(`"${error.message}": this`)).reply
}
