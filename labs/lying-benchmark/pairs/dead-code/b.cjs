'use strict'

let n = 0

// eight roots, half of what a takes
module.exports = () => {
  let x = ++n
  x = Math.sqrt(Math.sqrt(x) + 3) + 5
  x = Math.sqrt(Math.sqrt(x) + 3) + 5
  x = Math.sqrt(Math.sqrt(x) + 3) + 5
  return Math.sqrt(Math.sqrt(x) + 3)
}
