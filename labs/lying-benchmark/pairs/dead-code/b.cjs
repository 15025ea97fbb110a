'use strict'

let n = 0

// square roots have no effect but their result: V8 leaves them out if nobody uses it
module.exports = () => {
  let x = ++n
  x = Math.sqrt(Math.sqrt(x) + 3) + 5
  x = Math.sqrt(Math.sqrt(x) + 3) + 5
  x = Math.sqrt(Math.sqrt(x) + 3) + 5
  x = Math.sqrt(Math.sqrt(x) + 3) + 5
  x = Math.sqrt(Math.sqrt(x) + 3) + 5
  x = Math.sqrt(Math.sqrt(x) + 3) + 5
  x = Math.sqrt(Math.sqrt(x) + 3) + 5
  return Math.sqrt(Math.sqrt(x) + 3)
}
