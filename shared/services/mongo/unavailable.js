const UNSET = process.platform === 'win32' ? 'Remove-Item Env:MONGODB_URL' : 'unset MONGODB_URL'
/** The second half of an advice about MONGODB_URL. */
export const OR_UNSET_URL = `or type \`${UNSET}\`, and the lab starts a database of its own`

/** A database cannot be used. Its message is one line: the database, the reason, and what to type. */
export class MongoUnavailable extends Error {
  name = 'MongoUnavailable'

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
