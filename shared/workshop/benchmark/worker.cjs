'use strict'

const { inspect } = require('node:util')
const { channel } = require('hotpath/worker')

/** @type {any} the attendee's function */
let compare

channel.answer({
  /** Loads the attendee's benchmark, and describes what its file exports. */
  load: ({ file }) => {
    compare = require(file)
    return { type: typeof compare, parameters: compare?.length, name: compare?.name }
  },

  /** Loads two functions, and lets the attendee's benchmark compare them. */
  compare: async ({ files, seconds }) => {
    const [a, b] = files.map((/** @type {string} */ file) => Object.assign(require(file), { file }))
    const answer = await compare(a, b, seconds)
    // sends the answer as text, because JSON has no NaN
    return { type: typeof answer, text: inspect(answer, { depth: 0 }).slice(0, 60) }
  },
})
