import { createRequire } from 'node:module'
import { channel } from '@hotpath-labs/engine/worker/index.cjs'

/**
 * @typedef {object} Question which of two programs is faster; they come in a random order
 * @property {string[]} files of the first and the second
 * @property {(input: any) => any} first not there for servers
 * @property {(input: any) => any} second
 * @property {unknown} input of both
 * @property {number} seconds in which to decide, as far as the peer lets one say so
 *
 * @typedef {(question: Question) => Promise<'first' | 'second' | 'neither'>} Decide
 */

const require = createRequire(import.meta.url)

channel.answer({
  async decide ({ peer, files, input, seconds }) {
    /** @type {{ default: Decide }} */
    const { default: decide } = await import(`./${peer}.js`)
    const [first, second] = files.map((/** @type {string} */ file) => file.endsWith('.cjs') ? fresh(file) : undefined)
    return decide({ files, first, second, input, seconds })
  },
})

/** Loads a file anew, so that two programs from the same file get separate function objects. @param {string} file */
function fresh (file) {
  delete require.cache[file]
  return require(file)
}
