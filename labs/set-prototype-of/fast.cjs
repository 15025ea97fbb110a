'use strict'

const { ServerResponse } = require('http')
const written = require('./written.cjs')

class Response extends ServerResponse {
  send (body) {
    this.sendDate = false
    this.end(body)
  }
}

module.exports = function answers (bodies) {
  return bodies.map((body) => {
    const res = new Response({ method: 'GET', httpVersionMajor: 1, httpVersionMinor: 1 })
    res.send(body)
    return written(res)
  })
}
