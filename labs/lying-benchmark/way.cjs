'use strict'

module.exports = function way (legs) {
  let sum = 0
  for (let i = 0; i < legs.length; i++) sum += legs[i].km + legs[i].detour + legs[i].ferry
  return sum
}
