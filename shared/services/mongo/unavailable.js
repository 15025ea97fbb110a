const UNSET = process.platform === 'win32' ? 'Remove-Item Env:MONGODB_URL' : 'unset MONGODB_URL'
/** End of each advice about MONGODB_URL: how to unset the variable. */
export const UNSET_MONGODB_URL_ADVICE = `or type \`${UNSET}\`, and the lab starts a database of its own`

/** Error for a database that cannot be used. The message is one line: database, reason, and what to type. */
export class MongoUnavailableError extends Error {
  name = 'MongoUnavailableError'

  /**
   * @param {string} what the URL without its password, or the name of the database
   * @param {string} reason
   * @param {string} advice what to type
   */
  constructor (what, reason, advice) {
    super(`${what}: ${reason}. ${advice}`)
    this.what = what
    this.reason = reason
    this.advice = advice
  }
}
