'use strict'

// other code, which gives the helper of a objects of other shapes
require('../../suite.cjs')

const legs = Array.from({ length: 500 }, (_, i) => ({ km: i, detour: i % 9, ferry: i % 3 }))

module.exports = () => {
  legs[0].km++
  return copyOfWay(legs)
}

function copyOfWay (legs) {
  let sum = 0
  for (let i = 0; i < legs.length; i++) sum += legs[i].km + legs[i].detour + legs[i].ferry
  return sum
}
