import { runNodeWithCachedOutput } from './ask-node.js'

/**
 * Divisor of V8's JIT thresholds during a warm-up: with 5, express is warm after 3,600 requests, not 11,000. With 12, the warm-up took
 * longer than with 5.
 */
const DIVISOR = 5

/** V8's flags for compile thresholds: the first exists up to Node 20, the others from Node 22. */
const THRESHOLDS = ['interrupt-budget', 'invocation-count-for-maglev', 'invocation-count-for-turbofan']

/**
 * V8's flags that shorten a warm-up. With these flags V8 compiles the same code, but earlier: afterwards express, fastify and pug cost
 * within 3 % of what they cost without the flags. Figures: docs/decisions/042
 *
 * @typedef {object} JitThresholds
 * @property {string[]} lowered during the warm-up; empty where this Node has no such flags
 * @property {string[]} defaults V8's own, before measuring
 */

/** @param {string} node binary @returns {Promise<JitThresholds>} */
export async function readJitThresholds (node) {
  return parseJitThresholds(await runNodeWithCachedOutput(node, ['--v8-options']))
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
