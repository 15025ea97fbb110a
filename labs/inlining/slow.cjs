'use strict'

const steps = [
  function scaled (value) { return value * 1.25 },
  function shifted (value) { return value - 20 },
  function clamped (value) { return value < 0 ? 0 : value > 255 ? 255 : value },
]

module.exports = function brightness (pixels) {
  let sum = 0
  for (let i = 0; i < pixels.length; i++) {
    let value = pixels[i]
    for (let j = 0; j < steps.length; j++) value = steps[j](value)
    sum += value
  }
  return sum
}
