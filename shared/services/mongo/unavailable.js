const UNSET = process.platform === 'win32' ? 'Remove-Item Env:MONGODB_URL' : 'unset MONGODB_URL'
/** What to type where the server that was given is of no use. */
export const OTHERWISE = `or type \`${UNSET}\`, and the lab starts a database of its own`

/** There is no MongoDB where one was expected. Its message is one line: what, why, and what to type. */
export class MongoUnavailable extends Error {
  /**
   * @param {string} what the URL without its password, or the name of the thing
   * @param {string} reason
   * @param {string} advice what to type
   */
  constructor (what, reason, advice) {
    super(`${what}: ${reason}. ${advice}`)
    this.name = 'MongoUnavailable'
    this.what = what
    this.reason = reason
    this.advice = advice
  }
}
