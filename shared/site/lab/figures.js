import { NEWEST_LTS_MAJOR, formatSteadyFigure, computeCostsRelativeToBaseline } from '@hotpath-labs/records/figures/figures.js'
import { collectLabResultsByNode } from '@hotpath-labs/records/versions/results.js'
import { describeClaim, findClaimSides, findProgramName } from '@hotpath-labs/lab/sides.js'
import { parseSide } from '@hotpath-labs/engine/figures.js'
import { capitalize, formatRange } from '@hotpath-labs/terminal/numbers.js'
import { formatRequiredRatio } from '@hotpath-labs/lab/report/statement.js'

/**
 * @import { ClaimOverVersions } from '@hotpath-labs/records/versions/results.js'
 * @import { Lab } from '@hotpath-labs/lab/load.js'
 * @import { Point } from '../chart/still.js'
 */

/**
 * Claim and title of each lab's chart. The recorded ratio replaces `{ratio}`. A lab that is not listed here shows its first claim.
 *
 * @type {Record<string, { claim: string, takeaway: string, isEarly?: boolean }>} `isEarly`: the lab is about the first requests
 */
const CHART_TITLES = {
  'blocking-json': { claim: 'kept', takeaway: 'Computing sum and JSON each time needs {ratio} as much CPU as keeping the bytes' },
  'cache-queue': { claim: 'expiry', takeaway: 'When the cache expires, the slowest 1 % of requests wait {ratio} as long as with an old answer' },
  'compression-level': { claim: 'level', takeaway: 'Brotli at its default needs {ratio} as much CPU as at level 4' },
  'date-to-iso-string': { claim: 'once-a-second', takeaway: 'Calling toISOString per line takes {ratio} as long as once a second' },
  'delete-property': { claim: 'never-there', takeaway: 'Deleting a key takes {ratio} as long as never adding it' },
  divideByAndSum: { claim: 'whole-ladder', takeaway: 'map and reduce take {ratio} as long as one loop with four sums' },
  growth: { claim: 'index', takeaway: 'With 20,000 waiting pages, a crawl with shift takes {ratio} as long as one with an index' },
  'hidden-classes': { claim: 'one-shape', takeaway: 'Reading objects of eight shapes takes {ratio} as long as objects of one shape' },
  'http-baseline': { claim: 'framework', takeaway: 'Express needs {ratio} as much CPU per request as fastify' },
  inlining: { claim: 'by-name', takeaway: 'A call that V8 cannot inline takes {ratio} as long as an inlined call' },
  'jade-dev-vs-prod': { claim: 'production-mode', takeaway: 'Development mode needs {ratio} as much CPU per request as production mode' },
  'keep-alive': { claim: 'sockets', takeaway: 'An agent per call opens {ratio} as many sockets as one agent that reads each body' },
  'lying-benchmark': { claim: 'late', takeaway: 'A function takes {ratio} as long after other code as when it runs first' },
  'memory-leak': { claim: 'leak', takeaway: "Keeping every visitor's name leaves {ratio} as much memory behind as counting them" },
  'mongo-async-sum': { claim: 'kept-totals', takeaway: 'Fetching the documents needs {ratio} as much CPU as reading a kept sum; a faster loop saves nothing' },
  'mongo-carts-index': { claim: 'whole-ladder', takeaway: 'Without an index and a cache, an answer takes {ratio} as long as with both' },
  'n-plus-one': { claim: 'one-for-all', takeaway: 'Queries per order take {ratio} as long as one $in per collection' },
  'parse-int': { claim: 'no-pieces', takeaway: 'Cutting the text into pieces takes {ratio} as long as reading its digits' },
  'pbkdf2-event-loop': { claim: 'thread-pool', takeaway: "Hashes on libuv's pool make file reads wait {ratio} as long as hashes on worker threads" },
  'private-fields': { claim: 'compiled', takeaway: '#private is free today; a WeakMap takes {ratio} as long as a #field' },
  'promise-all-limit': { claim: 'everybody-else', takeaway: 'A thousand calls at once make other requests wait {ratio} as long as a hundred at once' },
  'read-file-sync': { claim: 'bytes', takeaway: 'readFileSync blocks the event loop {ratio} as long as readFile without an encoding' },
  'regex-backtracking': { claim: 'others', takeaway: 'Nested quantifiers make pings wait {ratio} as long as a linear expression' },
  'schema-cache': { claim: 'leak', takeaway: 'Compiling the schema of each request leaves {ratio} as much memory behind as compiling it once' },
  'set-prototype-of': { claim: 'class', takeaway: 'Changing prototypes takes {ratio} as long as a class' },
  'start-up': { claim: 'late', takeaway: 'A command that imports everything at its top takes {ratio} as long as one that imports what it needs' },
  'stream-backpressure': { claim: 'no-wait', takeaway: 'Writing without waiting needs {ratio} as much memory at its peak as pipeline' },
  'warm-up': { claim: 'third', takeaway: 'The first round of requests needs {ratio} as much CPU as the third', isEarly: true },
}

/** If a variant's relative cost differs from 1 by less than this share, the difference is noise, and the chart shows 1×. */
const NOISE = 0.05

/**
 * @typedef {object} ChartFigures what a lab's chart shows
 * @property {string} title a sentence, with the ratio of the claim
 * @property {ClaimOverVersions} history of the claim
 * @property {number} node major version that the bars are of
 * @property {boolean} isEarly whether all figures are of the first requests
 * @property {{ name: string, cost: number, text: string, side: 'slower' | 'faster' | null }[]} bars in the order of the lab
 * @property {string} reference name of the program that counts as 1×
 * @property {Point<string>[]} points the ratio on each Node on record
 * @property {number | null} bound the ratio that the lab requires
 * @property {string} requirement the same in words; empty for a claim for information
 */

/**
 * Collects the figures that a lab's chart shows.
 *
 * @param {Lab} lab
 * @returns {ChartFigures | undefined} undefined where nothing is on record
 * @throws {Error} if the claim to show is not in the lab
 */
export function collectChartFigures (lab) {
  const takeaway = Object.hasOwn(CHART_TITLES, lab.name) ? CHART_TITLES[lab.name] : undefined
  const { claims } = collectLabResultsByNode(lab)
  const histories = takeaway?.isEarly ? claims.map(keepEarly) : claims
  const history = takeaway ? histories.find(({ claim }) => claim.id === takeaway.claim) : histories[0]
  if (!history) {
    throw new Error(`shared/site/lab/figures.js names the claim ${takeaway?.claim} of ${lab.name}. Expected one of: ${claims.map(({ claim }) => claim.id).join(', ')}.`)
  }
  const points = listChartPoints(history)
  const { claim, recorded } = history
  const nodes = [NEWEST_LTS_MAJOR, ...[...recorded.early, ...recorded.steady].map(({ node }) => node).sort((a, b) => b - a)]
  const node = nodes.find((node) => formatSteadyFigure(recorded, node))
  if (!node) return undefined
  const ratio = formatRange(Object(formatSteadyFigure(recorded, node)).range)
  const isRequired = !('dependsOn' in claim)
  return {
    title: takeaway?.takeaway.replace('{ratio}', ratio) ?? capitalize(describeClaim(lab.manifest, claim)),
    history,
    node,
    isEarly: takeaway?.isEarly ?? false,
    bars: listBars(lab, histories, history, node),
    reference: history.names.faster,
    points,
    bound: 'atLeast' in claim && claim.atLeast >= 1 ? claim.atLeast : null,
    requirement: isRequired ? formatRequiredRatio({ required: true, ...claim }) : '',
  }
}

/**
 * @param {Lab} lab
 * @param {ClaimOverVersions[]} histories
 * @param {ClaimOverVersions} main
 * @param {number} node
 * @returns {ChartFigures['bars']}
 */
function listBars ({ manifest }, histories, main, node) {
  const costs = computeCostsRelativeToBaseline(histories.map(({ recorded }) => recorded), main.recorded, node)
  const { slower, faster } = findClaimSides(main.claim)
  const sides = { [parseSide(slower).variant]: /** @type {const} */ ('slower'), [parseSide(faster).variant]: /** @type {const} */ ('faster') }
  return Object.keys(manifest.variants).flatMap((variant) => {
    const range = costs.get(variant)
    if (!range) return []
    const side = sides[variant] ?? null
    const cost = Math.sqrt(range[0] * range[1])
    const text = side === 'slower' ? formatRange(range) : `${roundCost(cost)}×`
    return [{ name: findProgramName(manifest, variant), cost, text, side }]
  })
}

/** Rounds a variant's relative cost to two digits. @param {number} cost @returns {number} 1 if the difference is noise */
function roundCost (cost) {
  return Math.abs(cost - 1) < NOISE ? 1 : Number(cost.toPrecision(2))
}

/** @param {ClaimOverVersions} history @returns {Point<string>[]} its ratio on every Node, with its figure */
export function listChartPoints ({ readings, recorded }) {
  return readings.map(({ major, late }) => {
    const [low, high] = formatSteadyFigure(recorded, major)?.range ?? late.interval
    return { x: `${major}`, y: Math.sqrt(low * high), low, high, title: `Node ${major}: ${formatRange([low, high])}` }
  })
}

/**
 * Copies a claim's recorded ratios with early measurements in place of all later ones, for labs about a process's first requests.
 *
 * @param {ClaimOverVersions} history
 * @returns {ClaimOverVersions}
 */
function keepEarly (history) {
  return {
    ...history,
    readings: history.readings.map((reading) => ({ ...reading, late: reading.early })),
    recorded: { ...history.recorded, steady: [] },
  }
}
