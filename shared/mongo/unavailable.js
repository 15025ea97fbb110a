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
