import { formatCountWithNoun } from './words.js'

/** @import { Trace } from '../measure/trace/record.js' */

/** Phases of a run, each with the names of its trace spans. Spans of different phases never overlap, so a sum counts no second twice. */
const PHASES = new Map([
  ['start processes', ['services', 'start']],
  ['compare answers', ['answers', 'stale answers']],
  ['warm up', ['warm-up']],
  ['measure blocks', ['blocks']],
  ['counters, checks, stop', ['checks', 'stop']],
])

/**
 * Formats how a run spent its seconds: a line for each phase, a line with the seconds of each pair of processes, and a line on how many
 * processors were busy.
 *
 * @param {Trace} trace
 * @returns {string}
 */
export function formatRunTiming ({ start, end, spans, loads }) {
  const ofRun = spans.filter(({ process }) => process === null)
  const allMs = end - start
  const lines = [...PHASES].map(([title, names]) => {
    const ms = ofRun.filter(({ name }) => names.includes(name)).reduce((sum, span) => sum + span.end - span.start, 0)
    return `  ${title.padEnd(24)}${formatSeconds(ms).padStart(8)}${`${Math.round(100 * ms / allMs)} %`.padStart(7)}`
  })
  const pairs = ofRun.filter(({ name }) => name === 'pair').map((span) => formatSeconds(span.end - span.start))
  const sampledMs = loads.reduce((sum, load) => sum + load.end - load.start, 0)
  const formatShare = (/** @type {(busy: number) => boolean} */ matches) => {
    const ms = loads.filter(({ busy }) => matches(busy)).reduce((sum, load) => sum + load.end - load.start, 0)
    return `${Math.round(100 * ms / Math.max(1, sampledMs))} %`
  }
  const two = formatShare((busy) => busy >= 1.5)
  const one = formatShare((busy) => busy >= 0.5 && busy < 1.5)
  const none = formatShare((busy) => busy < 0.5)
  const processors = `processors at work: ${two} of the time two or more, ${one} one, ${none} none`
  return [`Where the ${formatSeconds(allMs)} went:`, ...lines, `  ${formatCountWithNoun(pairs.length, 'pair')}: ${pairs.join(', ')}`, `  ${processors}`].join('\n')
}

/** @param {number} ms @returns {string} */
const formatSeconds = (ms) => `${(ms / 1000).toFixed(1)} s`
