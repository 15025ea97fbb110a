/** What V8 prints where it has only a number, before Node 26: of those reasons this is the one that is met. @type {Record<string, string>} */
const NUMBERED = { 5: 'exceeds bytecode limit' }

/** A function as a trace names it: two addresses, and its name where it has one. Lines of two compilers' threads can run into each other; such a one is left out. */
const REFUSED = /(cannot inline|Cannot consider|Not inlining) (?:0x)?[0-9a-fA-F]+ \{(0x[0-9a-f]+) <SharedFunctionInfo[^>{]*>\}(?: for inlining \((?:reason: )?([^()]*)\)$|: (.*)$| into .* because (.*)$)/

/**
 * What the compilers looked at and did not inline.
 *
 * @param {string} trace what --trace-turbo-inlining and --trace-maglev-inlining print
 * @returns {Map<string, Map<string, number>>} by the function's address, as V8's log has it, how often for which reason
 */
export function parseRefusals (trace) {
  /** @type {Map<string, Map<string, number>>} */
  const refusals = new Map()
  for (const line of trace.split(/\r?\n/)) {
    const [, words, address, ...reasons] = line.match(REFUSED) ?? []
    if (!address) continue
    // the log has addresses, the trace tagged pointers, which are one more
    const key = `0x${(BigInt(address) - 1n).toString(16)}`
    const counts = refusals.get(key) ?? new Map()
    // the small letter is Maglev's
    const reason = `${words === 'cannot inline' ? 'Maglev' : 'TurboFan'}: ${told(reasons.find(Boolean) ?? '')}`
    refusals.set(key, counts.set(reason, (counts.get(reason) ?? 0) + 1))
  }
  return refusals
}

/** @param {string} reason in V8's words @returns {string} in the words of the newest, and without figures that differ from call to call */
function told (reason) {
  return (NUMBERED[reason] ?? reason).replace(/call frequency \([^)]*\)/, 'call frequency').replace(/\.$/, '')
}
