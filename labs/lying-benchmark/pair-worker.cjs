'use strict'

const { inspect } = require('node:util')
const { channel } = require('@hotpath-labs/engine/worker/index.cjs')

/** @typedef {(() => unknown) & { file: string }} Compared a function of a pair, and its file */

/** @type {(a: Compared, b: Compared, seconds: number) => unknown} the attendee's function */
let compare

channel.answer({
  load: ({ file }) => {
    compare = require(file)
    return typeof compare
  },

  compare: async ({ files, seconds }) => {
    const [a, b] = files.map((/** @type {string} */ file) => Object.assign(require(file), { file }))
    const answer = await compare(a, b, seconds)
    // sends the answer as text, because JSON has no NaN
    return { type: typeof answer, text: inspect(answer, { depth: 0 }).slice(0, 60) }
  },
})
