'use strict'

module.exports = function brightness (pixels) {
  let sum = 0
  for (let i = 0; i < pixels.length; i++) {
    const value = pixels[i] * 1.25 - 20
    sum += value < 0 ? 0 : value > 255 ? 255 : value
  }
  return sum
}
