import { formatMegabytes, formatPercent } from '@hotpath-labs/terminal/numbers.js'
import { median } from '@hotpath-labs/engine/stats/sample.js'

/** @import { Examination } from './examination.js' */

/** Minimum length of a run in ms for a diagnosis. */
const MIN_RUN_MS = 500

/** Growth that a leak must exceed, both in bytes and as a share of the memory in use: docs/decisions/010 */
const LEAK = { bytes: 1e6, share: 0.05 }

/** Minimum growth in a run's second half, as a share of the first half's, to call it a leak. A cache would stop growing. */
const LATE_GROWTH = 0.5

/**
 * Share of time in garbage collection above which the doctor reports GC pressure. Programs with little garbage spend 1 to 7 %,
 * a server that decodes a thousand documents per request spends 20 to 27 %.
 */
const MAX_COLLECTING = 0.15

/**
 * The doctor reports a blocked event loop if delays longer than `ms` milliseconds together take more than this `share` of the time.
 * Servers with express have delays below 30 ms. A server that compiles templates is blocked for 80 % of the time: docs/decisions/010.
 */
const BLOCKED = { ms: 50, share: 0.25 }

/**
 * Share of busy time below which a process counts as idle. Under load even the cheapest server is busy 98 % of the time. A server
 * that waits for another service is busy 10 to 20 %.
 */
const IDLE = 0.5

/**
 * @typedef {object} Signs figures for the rules
 * @property {number} cpu median share of a core
 * @property {number} busy median utilisation of the event loop
 * @property {number} blocked share of the time in stretches longer than BLOCKED.ms
 * @property {number} longestMs the longest stretch
 * @property {number} collecting share of the time
 * @property {number} liveBytes at the last reading
 * @property {number} grownBytes since the first reading
 * @property {number} lateBytes growth in the second half
 * @property {boolean} growsSteadily every late reading is above the one before
 */

/** @param {Examination} examination @returns {Signs} */
function readSigns ({ samples, live }) {
  const total = sum(samples.map(({ spanMs }) => spanMs))
  const bytes = live.map((reading) => reading.bytes)
  const late = bytes.slice(Math.floor((bytes.length - 1) / 2))
  const grow = (/** @type {number[]} */ values) => (values.at(-1) ?? 0) - (values[0] ?? 0)
  return {
    cpu: median(samples.map(({ cpu }) => cpu)),
    busy: median(samples.map(({ busy }) => busy)),
    blocked: sum(samples.map(({ delayMs }) => delayMs > BLOCKED.ms ? delayMs : 0)) / total,
    longestMs: Math.max(...samples.map(({ delayMs }) => delayMs)),
    collecting: sum(samples.map(({ gcMs }) => gcMs)) / total,
    liveBytes: bytes.at(-1) ?? 0,
    grownBytes: grow(bytes),
    lateBytes: grow(late),
    growsSteadily: late.every((reading, index) => index === 0 || reading > late[index - 1]),
  }
}

/**
 * @typedef {object} Rule
 * @property {string} name
 * @property {string} condition in words
 * @property {string} why this threshold
 * @property {(examination: Examination) => string | undefined} [findExemption] the reason, if the rule does not apply
 * @property {(signs: Signs) => boolean} fires
 * @property {(signs: Signs) => string} figure that the rule decides by
 * @property {(signs: Signs) => string} describe the diagnosis, in one sentence
 * @property {string} [tool] that the reader uses next
 * @property {string} next step for the reader: what the tool shows, or what to do
 */

const exemptFunctionLab = (/** @type {Examination} */ { kind }) => kind === 'function'
  ? 'this lab calls a function in a loop, which always blocks the event loop'
  : undefined

/** The doctor's rules, most severe first. The first rule that matches gives the diagnosis. @type {Rule[]} */
export const DIAGNOSIS_RULES = [
  {
    name: 'leak',
    condition: `the memory in use after garbage collections grew by more than ${formatMegabytes(LEAK.bytes)} and more than ${formatPercent(LEAK.share)}; in the second half of the run the memory grew at every reading, and at least half as much as in the first half`,
    why: 'in servers without a leak, memory grew by less than 0.5 MB, or 4 %; caches and compiled code stop growing',
    fires: ({ liveBytes, grownBytes, lateBytes, growsSteadily }) => growsSteadily &&
      grownBytes > Math.max(LEAK.bytes, LEAK.share * liveBytes) &&
      lateBytes >= LATE_GROWTH * (grownBytes - lateBytes),
    figure: ({ grownBytes, lateBytes }) => `${formatGrowth(grownBytes)} in the whole run, ${formatGrowth(lateBytes)} in the second half`,
    describe: ({ liveBytes, grownBytes }) => `Memory leak: memory that garbage collection cannot free grew from ${formatMegabytes(liveBytes - grownBytes)} to ${formatMegabytes(liveBytes)}, and kept growing.`,
    tool: 'heap',
    next: 'which objects grow in number, and which references keep them',
  },
  {
    name: 'GC pressure',
    condition: `garbage collection took more than ${formatPercent(MAX_COLLECTING)} of the time`,
    why: 'programs with little garbage spent 1 to 7 % in garbage collection; a server that decodes a thousand documents per request spent 20 to 27 %',
    fires: ({ collecting }) => collecting > MAX_COLLECTING,
    figure: ({ collecting }) => formatPercent(collecting),
    describe: ({ collecting }) => `GC pressure: garbage collection takes ${formatPercent(collecting)} of the time.`,
    tool: 'flame',
    next: 'which code allocates: create fewer objects, or fetch less data',
  },
  {
    name: 'blocked event loop',
    condition: `the event loop was blocked for more than ${BLOCKED.ms} ms at a time, and in total for more than ${formatPercent(BLOCKED.share)} of the run`,
    why: 'express with 100 connections blocked the event loop for 10 to 30 ms at a time; a server that compiles a template per request blocked it for 80 % of the run',
    findExemption: exemptFunctionLab,
    fires: ({ blocked }) => blocked > BLOCKED.share,
    figure: ({ blocked, longestMs }) => `${formatPercent(blocked)} of the time, longest delay ${Math.round(longestMs)} ms`,
    describe: ({ blocked, longestMs }) => `The event loop is blocked for ${formatPercent(blocked)} of the time, and up to ${Math.round(longestMs)} ms at a time. All other requests wait.`,
    tool: 'flame',
    next: 'which code blocks the event loop',
  },
  {
    name: 'idle between awaits',
    condition: `CPU and event loop were both less than ${formatPercent(IDLE)} busy, although requests were always waiting`,
    why: 'under a load without pauses even the cheapest server was 98 % busy; a server that waits for another service was 10 to 20 % busy',
    findExemption: (examination) => examination.isPaced ? 'this lab sends its requests at a fixed rate, so the CPU may be idle' : exemptFunctionLab(examination),
    fires: ({ cpu, busy }) => cpu < IDLE && busy < IDLE,
    figure: ({ cpu, busy }) => `CPU ${formatPercent(cpu)}, event loop ${formatPercent(busy)}`,
    describe: ({ cpu, busy }) => `The CPU is idle between awaits: although requests wait, the CPU is ${formatPercent(cpu)} busy and the event loop ${formatPercent(busy)}.`,
    next: 'look for awaits that run one after the other but could run in parallel (a flame graph does not show waiting)',
  },
]

/**
 * @typedef {object} Diagnosis
 * @property {string} sentence
 * @property {string} [tool]
 * @property {string} [next]
 * @property {string[]} fired names of rules, most severe first
 * @property {{ rule: string, fired: boolean, figure: string }[]} judged every rule with its figure, or with the reason for an exemption
 */

/** @param {Examination} examination @returns {Diagnosis} */
export function diagnoseExamination (examination) {
  if (sum(examination.samples.map(({ spanMs }) => spanMs)) < MIN_RUN_MS) {
    return { sentence: `The run was too short for a diagnosis: it needs at least ${MIN_RUN_MS} ms of samples.`, fired: [], judged: [] }
  }
  const signs = readSigns(examination)
  const judged = DIAGNOSIS_RULES.map((rule) => {
    const exemption = rule.findExemption?.(examination)
    return { rule, fired: !exemption && rule.fires(signs), figure: exemption ?? rule.figure(signs) }
  })
  const fired = judged.filter(({ fired }) => fired).map(({ rule }) => rule)
  return {
    sentence: fired[0]?.describe(signs) ?? `No problem found: CPU ${formatPercent(signs.cpu)} of one core, garbage collection ${formatPercent(signs.collecting)} of the time, memory ${formatGrowth(signs.grownBytes)}.`,
    ...describeNext(fired[0], signs),
    fired: fired.map(({ name }) => name),
    judged: judged.map(({ rule: { name }, ...rest }) => ({ rule: name, ...rest })),
  }
}

/** @param {Rule | undefined} rule that has fired first @param {Signs} signs @returns {Pick<Diagnosis, 'tool' | 'next'>} */
function describeNext (rule, { cpu }) {
  if (rule) return { tool: rule.tool, next: rule.next }
  return cpu >= IDLE ? { tool: 'flame', next: 'which functions keep the CPU busy' } : {}
}

/** @param {number} bytes */
function formatGrowth (bytes) {
  const rounded = Math.round(bytes / 1e5) * 1e5
  return `${rounded < 0 ? '−' : '+'}${formatMegabytes(Math.abs(rounded))}`
}

/** @param {number[]} values */
function sum (values) {
  return values.reduce((total, value) => total + value, 0)
}
