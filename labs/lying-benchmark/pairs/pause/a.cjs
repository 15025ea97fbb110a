'use strict'

const work = require('../work.cjs')

let n = 0

// one call in the life of a process makes garbage: a mean counts that pause, a typical call does not
module.exports = () => work(n, 1000) + (++n === 10_000 ? makeGarbage() : 0)

function makeGarbage () {
  let list = null
  for (let i = 0; i < 2e6; i++) list = { next: i % 5e5 ? list : null }
  return list.next === list ? 1 : 0
}
