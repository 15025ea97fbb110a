'use strict'

const { ServerResponse } = require('http')
const written = require('./written.cjs')

const response = Object.create(ServerResponse.prototype)

response.send = function send (body) {
  this.sendDate = false
  this.end(body)
}

module.exports = function answers (bodies) {
  return bodies.map((body) => {
    const res = new ServerResponse({ method: 'GET', httpVersionMajor: 1, httpVersionMinor: 1 })
    Object.setPrototypeOf(res, response)
    res.send(body)
    return written(res)
  })
}
