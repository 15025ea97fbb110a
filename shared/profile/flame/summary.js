import { findHotFrame } from '@hotpath-labs/lab/hot-frame.js'
import { formatColumns, DEFAULT_TEXT_WIDTH, wrapText } from '@hotpath-labs/terminal/lines.js'
import { sumTimesByFunction, computeTimeShares, listFrames } from './tree.js'
import { findOperationName } from '@hotpath-labs/lab/manifest.js'
import { ATTEMPT_VARIANT_NAME } from '@hotpath-labs/lab/plans.js'
import { formatCountWithNoun } from '@hotpath-labs/terminal/numbers.js'
import { nameVariant } from '../tool.js'
import { describeInlinedMatch, formatDuration, formatShare, makeSearchMatcher } from './format.js'

/**
 * @import { LabPlan } from '@hotpath-labs/lab/plans.js'
 * @import { Frame, Profiled } from './tree.js'
 */

/**
 * @typedef {object} Change the cost of one function in two variants, in µs per operation
 * @property {Frame} frame
 * @property {[number, number]} self in the first and in the second
 * @property {[number, number]} total
 * @property {boolean} splits its time goes to several callees or to itself, so the function is no mere wrapper
 */

/** Smallest ratio of two programs' operations, with the warm-up, from which a function costs less only because it is warmer. */
const OTHER_AGE = 4

/** @param {Change} change @returns {boolean} true if one of the variants does not call the function: an age makes no such difference */
export function isInOneOnly ({ total }) {
  return Math.min(...total) < GONE_SHARE * Math.max(...total)
}

/** A function counts as a wrapper if it spends more than this share of its time in one callee. */
const WRAPPER_SHARE = 0.85

/**
 * Compares the CPU time of two variants, function by function. A function of slow.cjs is compared with the function of fast.cjs that has
 * the same name, and a function of a copied file with that of the original.
 *
 * @param {Profiled} first
 * @param {Profiled} [second]
 * @returns {Change[]}
 */
export function compareFunctionTimes (first, second) {
  const [before, after] = [sumTimesByFunction(first), second ? sumTimesByFunction(second) : new Map()]
  const namesakes = findNamesakes(before, after, second?.findOriginal)
  const found = new Set(namesakes.values())
  return [...new Set([...before.keys(), ...after.keys()])].filter((key) => !found.has(key)).map((key) => {
    const none = { frame: after.get(key)?.frame, self: 0, total: 0, widest: 0 }
    const [a, b] = [before.get(key) ?? none, after.get(namesakes.get(key) ?? key) ?? none]
    const larger = a.total >= b.total ? a : b
    return { frame: a.frame, self: [a.self, b.self], total: [a.total, b.total], splits: larger.widest < WRAPPER_SHARE * larger.total }
  })
}

/**
 * Descriptions that two programs' functions share if they are the same one, the surest first: an edited function keeps its name and its
 * file, but not always its first line. An anonymous function is only found in its own file.
 *
 * @type {((frame: Frame) => string)[]}
 */
const DESCRIPTIONS = [
  ({ file, name, text }) => [file, name, text].join('\n'),
  ({ file, name }) => [file, name].join('\n'),
  ({ name }) => name === '(anonymous)' ? '' : name,
]

/**
 * @param {Map<string, { frame: Frame }>} before
 * @param {Map<string, { frame: Frame }>} after
 * @param {Profiled['findOriginal']} [findOriginal] for the files of `after`
 * @returns {Map<string, string>} keys in `after`, by the key in `before` of the same function. Leaves out functions that both have under
 *   one key, and functions with one description of which one program has more than the other
 */
function findNamesakes (before, after, findOriginal = (file) => file) {
  const listOwn = (/** @type {typeof before} */ functions, /** @type {typeof before} */ others) => [...functions]
    .filter(([key, { frame }]) => frame.kind === 'own' && !others.has(key))
    .map(([key, { frame }]) => ({ key, frame }))
    .sort((one, other) => one.frame.line - other.frame.line)
  const own = listOwn(before, after)
  const others = listOwn(after, before).map(({ key, frame }) => ({ key, frame: { ...frame, file: findOriginal(frame.file) } }))
  /** @type {Map<string, string>} */
  const found = new Map()
  for (const describe of DESCRIPTIONS) {
    const taken = new Set(found.values())
    const [left, candidates] = [own.filter(({ key }) => !found.has(key)), others.filter(({ key }) => !taken.has(key))]
    for (const described of new Set(left.map(({ frame }) => describe(frame)))) {
      const [some, alike] = [left, candidates].map((functions) => functions.filter(({ frame }) => describe(frame) === described))
      if (described && some.length === alike.length) some.forEach(({ key }, index) => found.set(key, alike[index].key))
    }
  }
  return found
}

/** Maximum number of functions in the terminal's table. */
const MAX_ROWS = 8

/** Minimum share of the CPU time for a row of the table. Below it stand Node's own functions, and other ones in each run. */
const MIN_ROW_SHARE = 0.01

/** If other threads than the main one take more than this share of a variant's CPU time, the summary begins with it. V8's own take less. */
const MAX_OTHER_THREADS = 0.5

/** Rows of functions that only the second program calls: at most so many, each with at least this share of its CPU time. */
const ADDED = { rows: 3, share: 0.1 }

/** The table shows no exact time below this share of the first variant's total CPU time: a few samples tell none. */
const GONE_SHARE = 0.001

/** If a variant is idle for more than this share of the time, the summary begins with it, because a flame graph does not show waiting. */
const MAX_IDLE = 0.4

/**
 * Formats a table for the terminal: the functions that take most CPU time.
 *
 * @param {LabPlan} plan
 * @param {Profiled[]} profiles one or two
 * @param {string} per unit of the figures, such as per request
 * @param {number} nodeMajor version of the profiled Node
 * @param {number} [width] of the terminal in columns
 * @returns {string[]}
 */
export function formatFlameSummary (plan, profiles, per, nodeMajor, width = DEFAULT_TEXT_WIDTH) {
  const [first, second] = profiles
  const all = first.root.total
  // the frame that readers are sent to is in the table, also if it only calls another function
  const [hot] = findHotFrame(plan.lab.manifest, nodeMajor)?.search.split(' ') ?? []
  const functions = compareFunctionTimes(first, second)
  const widest = functions
    .filter(({ frame, splits, total }) => (splits || frame.name === hot) && total[0] >= all * MIN_ROW_SHARE)
    .sort((a, b) => b.total[0] - a.total[0])
    .filter(({ frame }, place) => place < MAX_ROWS || frame.name === hot)
  const added = functions
    .filter(({ splits, total }) => second && splits && total[0] < all * GONE_SHARE && total[1] >= second.root.total * ADDED.share)
    .sort((a, b) => b.total[1] - a.total[1])
    .slice(0, ADDED.rows)
  const row = (/** @type {string} */ name, /** @type {string[]} */ cells) => [
    name,
    ...cells.map((content) => ({ content, hAlign: /** @type {const} */ ('right') })),
  ]
  const rows = [
    row(`widest functions${added.length ? '' : ` in ${nameVariant(first.variant)}`}`, ['share', ...profiles.map(({ variant }) => nameVariant(variant))]),
    ...widest.map(({ frame, total }) => row(`${frame.name}  ${frame.where}`.trim(), [
      formatShare(total[0] / all),
      ...profiles.map((_, side) => total[side] < all * GONE_SHARE ? `< ${formatDuration(all * GONE_SHARE)}` : formatDuration(total[side])),
    ])),
    ...added.map(({ frame, total }) => row(`${frame.name}  ${frame.where}`.trim(), ['–', '–', formatDuration(total[1])])),
    row('all', ['100 %', ...profiles.map(({ root }) => formatDuration(root.total))]),
  ]
  const unseen = describeUnseenTime(plan, profiles)
  const programs = profiles.filter(({ variant }) => variant !== ATTEMPT_VARIANT_NAME).map(({ variant }) => `; ${variant}: ${plan.programs[variant].title}`).join('')
  return [
    ...unseen.map((line) => wrapText(line, '', width)),
    ...unseen.length ? [''] : [],
    wrapText(`CPU time ${per}; each function includes its callees, and most that only call another are left out${programs}`, '', width),
    formatColumns(rows, width, [0]),
    ...describeFrames(plan, profiles, nodeMajor).map((line) => wrapText(line, '', width)),
    '',
  ]
}

/** @param {LabPlan} plan @param {Profiled[]} profiles @param {number} nodeMajor @returns {string[]} sentences */
export function formatFlameGraphReadingHints (plan, profiles, nodeMajor) {
  return [...describeUnseenTime(plan, profiles), ...describeFrames(plan, profiles, nodeMajor)].map((line) => wrapText(line))
}

/** @param {LabPlan} plan @param {Profiled[]} profiles @returns {string[]} sentences about time that the profiles do not show */
function describeUnseenTime (plan, profiles) {
  const [{ variant, idle }] = profiles
  const program = plan.programs[variant].title
  const waiting = idle > MAX_IDLE ? [`${program} was idle ${formatShare(idle)} of the time. A flame graph does not show what ${program} waits for.`] : []
  const hidden = profiles.flatMap(({ variant, otherThreads = 0 }) => otherThreads > MAX_OTHER_THREADS ? [`${formatShare(otherThreads)} of the CPU time of ${plan.programs[variant].title}`] : [])
  return [...waiting, ...hidden.length ? [`This profile shows the main thread only. Other threads, such as libuv's pool, take ${hidden.join(', ')}.`] : []]
}

/** @param {LabPlan} plan @param {Profiled[]} profiles @param {number} nodeMajor @returns {string[]} sentences */
function describeFrames (plan, profiles, nodeMajor) {
  const hotFrame = findHotFrame(plan.lab.manifest, nodeMajor)
  const names = profiles.map(({ variant }) => plan.programs[variant].title)
  const lines = []
  const shares = hotFrame && profiles[0].variant === 'slow' ? computeTimeShares(profiles, hotFrame.search) : []
  // where the work is done on other threads, the frame that starts it is too narrow to be looked for
  if (hotFrame && shares[0] >= GONE_SHARE) {
    const frames = listFrames(profiles)
    const inlined = describeInlinedMatch(frames.filter(makeSearchMatcher(frames, hotFrame.search)), hotFrame.search)
    // the words may be on a line of the other program that is not its hottest: no share of it is known then
    const known = shares.flatMap((share, index) => inlined && share === 0 ? [] : [`${formatShare(share)} of the CPU time of ${names[index]}`])
    lines.push(`Look for ${JSON.stringify(hotFrame.search)}, ${hotFrame.says}${inlined ? `. ${inlined}` : ':'} ${known.join(', ')}.`)
  }
  const ages = profiles.map(({ before = 0, operations }) => before + operations)
  if (Math.max(...ages) >= OTHER_AGE * Math.min(...ages)) {
    const done = profiles.map(({ operations: count }, index) => `${formatCountWithNoun(count, findOperationName(plan.lab.manifest.kind))} of ${names[index]}`)
    lines.push(`Profiled: ${done.join(', ')}. Code that has run more often is faster, so look first at what only one of them does.`)
  }
  return lines
}
