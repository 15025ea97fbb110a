/** Reasons of V8 for not inlining a function, by number: V8 prints only the number before Node 26. @type {Record<string, string>} */
const NUMBERED_REASONS = { 5: 'exceeds bytecode limit' }

/** Line of a refusal: two addresses, and a name if the function has one. Lines that two compiler threads mixed up do not match. */
const REFUSAL = /(cannot inline|Cannot consider|Not inlining) (?:0x)?[0-9a-fA-F]+ \{(0x[0-9a-f]+) <SharedFunctionInfo[^>{]*>\}(?: for inlining \((?:reason: )?([^()]*)\)$|: (.*)$| into .* because (.*)$)/

/**
 * Parses a trace and lists the functions that V8's compilers refused to inline.
 *
 * @param {string} trace of --trace-turbo-inlining and --trace-maglev-inlining
 * @returns {Map<string, Map<string, number>>} counts of each reason, by the function's address in V8's log
 */
export function parseRefusals (trace) {
  /** @type {Map<string, Map<string, number>>} */
  const refusals = new Map()
  for (const line of trace.split(/\r?\n/)) {
    const [, words, pointer, ...reasons] = line.match(REFUSAL) ?? []
    if (!pointer) continue
    // the trace has tagged pointers, which are one higher than the addresses in the log
    const address = `0x${(BigInt(pointer) - 1n).toString(16)}`
    const counts = refusals.get(address) ?? new Map()
    // only the compiler Maglev writes a small letter
    const reason = `${words === 'cannot inline' ? 'Maglev' : 'TurboFan'}: ${normalizeReason(reasons.find(Boolean) ?? '')}`
    refusals.set(address, counts.set(reason, (counts.get(reason) ?? 0) + 1))
  }
  return refusals
}

/** @param {string} reason of any V8 @returns {string} in the newest V8's words, without the figures of a single call */
function normalizeReason (reason) {
  return (NUMBERED_REASONS[reason] ?? reason).replace(/call frequency \([^)]*\)/, 'call frequency').replace(/\.$/, '')
}
