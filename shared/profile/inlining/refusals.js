/**
 * Texts for V8's numbered reasons not to inline a function. Before Node 26, V8's trace contains only the numbers.
 * @type {Record<string, string>}
 */
const NUMBERED_REASONS = { 5: 'exceeds bytecode limit' }

/** Pattern of a trace line that says why V8 did not inline a function. Lines garbled by two compiler threads do not match. */
const REFUSAL = /(cannot inline|Cannot consider|Not inlining) (?:0x)?[0-9a-fA-F]+ \{(0x[0-9a-f]+) <SharedFunctionInfo[^>{]*>\}(?: for inlining \((?:reason: )?([^()]*)\)$|: (.*)$| into .* because (.*)$)/

/**
 * Parses V8's inlining trace. Lists the functions that V8's compilers did not inline, with their reasons.
 *
 * @param {string} trace of --trace-turbo-inlining and --trace-maglev-inlining
 * @returns {Map<string, Map<string, number>>} counts of each reason, by the function's address in V8's log
 */
export function parseInliningRefusals (trace) {
  /** @type {Map<string, Map<string, number>>} */
  const refusals = new Map()
  for (const line of trace.split(/\r?\n/)) {
    const [, words, pointer, ...reasons] = line.match(REFUSAL) ?? []
    if (!pointer) continue
    // subtracts 1, because pointers in V8's trace carry a tag and are one higher than the same addresses in V8's log
    const address = `0x${(BigInt(pointer) - 1n).toString(16)}`
    const counts = refusals.get(address) ?? new Map()
    // `cannot inline` with a small c comes from Maglev: V8's other compiler, TurboFan, writes other words
    const reason = `${words === 'cannot inline' ? 'Maglev' : 'TurboFan'}: ${normalizeReason(reasons.find(Boolean) ?? '')}`
    refusals.set(address, counts.set(reason, (counts.get(reason) ?? 0) + 1))
  }
  return refusals
}

/** @param {string} reason of any V8 @returns {string} in the newest V8's words, without the figures of a single call */
function normalizeReason (reason) {
  return (NUMBERED_REASONS[reason] ?? reason).replace(/call frequency \([^)]*\)/, 'call frequency').replace(/\.$/, '')
}
