import { megabytes } from 'hotpath/report'
import { median } from 'hotpath/stats'

/** Of a shorter run nothing is said. */
const SHORTEST_MS = 500

/**
 * Growth of what is still held after collections, in bytes and as a share of it. Servers that leak nothing came to 0.5 MB, and those with
 * 35 MB of driver and documents to 1.3 MB, or 4 %; the leak of memory-leak to 23 MB, three times what it began with.
 */
const GROWN = { bytes: 1e6, share: 0.05 }

/** How much of the growth of a run's first half the second must show: a cache that fills and code that comes level off, a leak does not. */
const GOES_ON = 0.5

/** Share of the time in collections. Where little is thrown away it was 1 to 7 %; where each request decodes a thousand documents, 20 to 27 %. */
const COLLECTING = 0.15

/**
 * A loop that is held so long in one stretch, for such a share of the time. With 100 connections express came back to its loop within 10
 * to 30 ms; with a template compiled for each of them it was held longer than 50 ms for 80 % of the time.
 */
const HELD = { ms: 50, share: 0.25 }

/** Share of a core, and of the loop's time. A closed-loop load kept even the cheapest server at 0.98, one that waits for others at 0.1 to 0.2. */
const IDLE = 0.5

/** @typedef {import('./examination.js').Examination} Examination */

/**
 * What the rules look at, and the page shows.
 *
 * @typedef {object} Signs
 * @property {number} cpu median of the shares of a core
 * @property {number} busy median of the event loop's utilisation
 * @property {number} held share of the time in stretches that held the loop longer than HELD.ms
 * @property {number} longestMs that the loop was held
 * @property {number} collecting share of the time
 * @property {number} liveBytes at the last reading after collections
 * @property {number} grownBytes since the first one
 * @property {number} grownLatelyBytes in the second half of them
 * @property {boolean} growsSteadily no reading of the second half was below the one before
 */

/** @param {Examination} examination @returns {Signs} */
function signsOf ({ samples, live }) {
  const total = sum(samples.map(({ spanMs }) => spanMs))
  const bytes = live.map((reading) => reading.bytes)
  const late = bytes.slice(Math.floor((bytes.length - 1) / 2))
  return {
    cpu: median(samples.map(({ cpu }) => cpu)),
    busy: median(samples.map(({ busy }) => busy)),
    held: sum(samples.map(({ delayMs }) => delayMs > HELD.ms ? delayMs : 0)) / total,
    longestMs: Math.max(...samples.map(({ delayMs }) => delayMs)),
    collecting: sum(samples.map(({ gcMs }) => gcMs)) / total,
    liveBytes: bytes.at(-1) ?? 0,
    grownBytes: (bytes.at(-1) ?? 0) - (bytes[0] ?? 0),
    grownLatelyBytes: (late.at(-1) ?? 0) - (late[0] ?? 0),
    growsSteadily: late.every((one, index) => index === 0 || one > late[index - 1]),
  }
}

/**
 * @typedef {object} Rule
 * @property {string} name
 * @property {string} asks in words, with its threshold
 * @property {string} why this threshold
 * @property {(examination: Examination) => string | undefined} [silent] why it can say nothing of this one
 * @property {(signs: Signs) => boolean} fires
 * @property {(signs: Signs) => string} figure by which it is decided
 * @property {(signs: Signs) => string} says when it fires
 * @property {string} next what to type or to look for then
 */

const ownLoop = (/** @type {Examination} */ { kind }) => kind === 'function' ? 'the timed calls of a function lab always block the event loop' : undefined

/** In the order in which they are told: the first that fires is the diagnosis. @type {Rule[]} */
export const RULES = [
  {
    name: 'leak',
    asks: `memory in use after a garbage collection grew by more than ${megabytes(GROWN.bytes)} and ${percent(GROWN.share)}, and in the second half of the run at least half as much as in the first`,
    why: 'servers without a leak stayed below 0.5 MB, or 4 %; caches and compiled code stop growing',
    fires: ({ liveBytes, grownBytes, grownLatelyBytes, growsSteadily }) => growsSteadily && grownBytes > Math.max(GROWN.bytes, GROWN.share * liveBytes) &&
      grownLatelyBytes >= GOES_ON * (grownBytes - grownLatelyBytes),
    figure: ({ grownBytes, grownLatelyBytes }) => `${signed(grownBytes)}, ${signed(grownLatelyBytes)} of it in the second half`,
    says: ({ liveBytes, grownBytes }) => `It leaks: memory that garbage collection cannot free grew from ${megabytes(liveBytes - grownBytes)} to ${megabytes(liveBytes)}, and kept growing.`,
    next: '--tool heap shows which objects grow, and what holds them',
  },
  {
    name: 'GC pressure',
    asks: `garbage collection took more than ${percent(COLLECTING)} of the time`,
    why: 'with little garbage it took 1 to 7 %; with a thousand documents decoded per request, 20 to 27 %',
    fires: ({ collecting }) => collecting > COLLECTING,
    figure: ({ collecting }) => percent(collecting),
    says: ({ collecting }) => `GC pressure: garbage collection takes ${percent(collecting)} of the time.`,
    next: 'look in --tool flame for the code that allocates; create fewer objects, or fetch less data',
  },
  {
    name: 'blocked event loop',
    asks: `the event loop was blocked in stretches of more than ${HELD.ms} ms, for more than ${percent(HELD.share)} of the time`,
    why: 'express with 100 connections blocked it for 10 to 30 ms at a time; a server that compiles a template per request, for 80 % of the time',
    silent: ownLoop,
    fires: ({ held }) => held > HELD.share,
    figure: ({ held, longestMs }) => `${percent(held)} of the time, longest ${Math.round(longestMs)} ms`,
    says: ({ held, longestMs }) => `The event loop is blocked: stretches of more than ${HELD.ms} ms take ${percent(held)} of the time, the longest ${Math.round(longestMs)} ms. All other requests wait.`,
    next: '--tool flame shows which code blocks the event loop',
  },
  {
    name: 'idle between awaits',
    asks: `CPU and event loop were both less than ${percent(IDLE)} busy, although requests were always waiting`,
    why: 'under a load without pauses even the cheapest server was 98 % busy; a server that waits for another service was 10 to 20 % busy',
    silent: (examination) => ownLoop(examination) ?? (examination.isPaced ? 'this lab sends its requests at a fixed rate' : undefined),
    fires: ({ cpu, busy }) => cpu < IDLE && busy < IDLE,
    figure: ({ cpu, busy }) => `CPU ${percent(cpu)}, event loop ${percent(busy)}`,
    says: ({ cpu, busy }) => `The CPU is idle between awaits: although requests wait, the CPU is ${percent(cpu)} busy and the event loop ${percent(busy)}.`,
    next: 'look for awaits that run one after the other but do not need each other; a flame graph cannot show them',
  },
]

/**
 * @typedef {object} Diagnosis
 * @property {string} sentence
 * @property {string} [next]
 * @property {string[]} fired names of the rules, the one of the sentence first
 * @property {{ rule: string, fired: boolean, told: string }[]} judged every rule, with its figure or why it is silent
 */

/** @param {Examination} examination @returns {Diagnosis} */
export function diagnose (examination) {
  if (sum(examination.samples.map(({ spanMs }) => spanMs)) < SHORTEST_MS) return { sentence: 'The run was too short for a diagnosis.', fired: [], judged: [] }
  const signs = signsOf(examination)
  const judged = RULES.map((rule) => {
    const silent = rule.silent?.(examination)
    return { rule, fired: !silent && rule.fires(signs), told: silent ?? rule.figure(signs) }
  })
  const fired = judged.filter((one) => one.fired).map(({ rule }) => rule)
  return {
    sentence: fired[0]?.says(signs) ?? `Nothing stands out: CPU ${percent(signs.cpu)} of one core, garbage collection ${percent(signs.collecting)} of the time, memory ${signed(signs.grownBytes)}.`,
    next: fired[0]?.next ?? (signs.cpu >= IDLE ? 'the program computes: --tool flame shows where' : undefined),
    fired: fired.map(({ name }) => name),
    judged: judged.map(({ rule: { name }, ...rest }) => ({ rule: name, ...rest })),
  }
}

/** @param {number} share */
function percent (share) {
  const hundredths = share * 100
  return `${hundredths < 10 ? Number(hundredths.toFixed(1)) : Math.round(hundredths)} %`
}

/** @param {number} bytes */
function signed (bytes) {
  const rounded = Math.round(bytes / 1e5) * 1e5
  return `${rounded < 0 ? '−' : '+'}${megabytes(Math.abs(rounded))}`
}

/** @param {number[]} values */
function sum (values) {
  return values.reduce((total, value) => total + value, 0)
}
