'use strict'

const { ServerResponse } = require('http')
const written = require('./written.cjs')

const response = Object.create(ServerResponse.prototype)

function send (res, body) {
  res.sendDate = false
  res.end(body)
}

module.exports = function answers (bodies) {
  return bodies.map((body) => {
    const res = new ServerResponse({ method: 'GET', httpVersionMajor: 1, httpVersionMinor: 1 })
    send(res, body)
    const text = written(res)
    Object.setPrototypeOf(res, response)
    return text
  })
}
