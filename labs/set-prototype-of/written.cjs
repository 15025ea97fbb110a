'use strict'

/** What a response without a socket would have sent. */
module.exports = function written (res) {
  return res.outputData.map(({ data }) => data).join('')
}
