import { askNodeOnce } from './ask-node.js'

/**
 * How much sooner code that warms up is called hot. Express costs 95 µs a request after 3,600 of them then, and after 11,000 without. With a
 * twelfth it took longer again: V8 compiled code that it had not seen enough of.
 */
const DIVISOR = 5

/** V8's thresholds of being hot: the first up to Node 20, the others from 22 on. */
const THRESHOLDS = ['interrupt-budget', 'invocation-count-for-maglev', 'invocation-count-for-turbofan']

/**
 * Flags by which a process warms up faster and then goes on as V8 would have it. They move the moment at which code is compiled, not what is
 * compiled: afterwards express, fastify and pug cost within 3 % of what they cost without them, ten times as many requests later.
 *
 * @typedef {object} JitThresholds
 * @property {string[]} lowered while a process warms up; none where this Node has no such flags
 * @property {string[]} defaults V8's own, before it is measured
 */

/** @param {string} node binary @returns {Promise<JitThresholds>} */
export async function readJitThresholds (node) {
  return parseJitThresholds(await askNodeOnce(node, ['--v8-options']))
}

/** @param {string} text of `node --v8-options` @returns {JitThresholds} */
export function parseJitThresholds (text) {
  const thresholds = THRESHOLDS.flatMap((name) => {
    const spelt = name.replaceAll('-', '[-_]')
    const [, value] = text.match(new RegExp(`^\\s+--${spelt} \\([^]*?\\)\\s+type: int\\s+default: (?:--${spelt}=)?(\\d+)`, 'm')) ?? []
    return value ? [{ name, value: Number(value) }] : []
  })
  const flags = (/** @type {number} */ part) => thresholds.map(({ name, value }) => `--${name}=${Math.ceil(value / part)}`)
  return { lowered: flags(DIVISOR), defaults: flags(1) }
}
