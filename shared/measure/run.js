import { splitSide } from '../lab/define.js'
import { seeded } from '../stats/random.js'
import { LOOKS } from '../stats/rule.js'
import { median } from '../stats/sample.js'
import { Contest, logRatio } from './contest.js'
import { CannotRun, VariantFailure } from './process/failure.js'
import { Figures, rounded } from './figures.js'
import { Fleet } from './process/fleet.js'
import { machine } from './machine.js'
import { startServices } from './services.js'

/** Pairs that show how far from the limit `fast` is: it is told, not judged, so one is enough. */
const LIMIT_PAIRS = 1

/**
 * @typedef {object} Run what every part of a measurement shares
 * @property {import('../lab/find.js').Lab} lab
 * @property {string} reference the variant whose answers the others must give
 * @property {number} seed
 * @property {import('../stats/random.js').Random} random
 * @property {object} settings the kind's SETTINGS
 * @property {number | undefined} warmUpMs CPU time, where the user asked for another than the kind's own
 * @property {Map<string, number> | undefined} perBlock operations in a block of every side, fixed by the first round
 * @property {Map<string | null, string>} bodies the right answer of every workload
 * @property {() => void} onFirstBlock
 *
 * @typedef {import('./contest.js').JudgedClaim} JudgedClaim
 * @typedef {import('../stats/rule.js').Verdict} Verdict
 * @typedef {Map<string, import('./process/process.js').MeasuredProcess>} Processes by variant
 * @typedef {{ verdict: 'same' | 'different', checked: number, difference: string | null }} Oracle
 * @typedef {import('./counters.js').Counter} Counter
 *
 * @typedef {object} Kind what shared/measure/function.js, server.js and heap.js have in common
 * @property {string} worker
 * @property {string[]} flags
 * @property {object} SETTINGS
 * @property {(run: Run, processes: Processes, sides: string[]) => Promise<import('./figures.js').Byside>} measure
 * @property {(run: Run, inspector: import('./process/process.js').MeasuredProcess) => Promise<{ oracle: Oracle, counters: Counter[] }>} [inspect]
 *   answers and counters, in a process apart from the measured ones; or else, in those of the first round:
 * @property {(run: Run, processes: Processes) => Promise<Oracle>} [compare] before they are measured
 * @property {(run: Run, processes: Processes) => Promise<Counter[]>} [count] after
 *
 * @typedef {'measured' | 'control' | 'swap' | 'with'} Mode
 *
 * @typedef {object} Result the contract of `--json` (docs/result.schema.json)
 * @property {1} schema
 * @property {string} lab
 * @property {Mode} mode
 * @property {Verdict | 'cannot run'} verdict
 * @property {number} seconds
 * @property {number | null} firstBlockSeconds from the start of this process
 * @property {number} seed
 * @property {string} node the version the variants ran on
 * @property {{ cpu: string, cores: number, os: string }} machine
 * @property {Record<string, { engine: string, version: string }>} services
 * @property {Oracle | null} oracle null when it never came to that
 * @property {Counter[]} counters
 * @property {Record<string, Record<string, any>>} variants
 * @property {JudgedClaim[]} claims
 * @property {{ variant: string, fraction: number } | null} limit
 * @property {{ variant: string, what: string, stderr: string } | null} failure
 *
 * @typedef {object} Options
 * @property {number} seed
 * @property {number} seconds after which no new pair is begun
 * @property {number} [mostPairs]
 * @property {Mode} [mode] to be told in the result
 * @property {string} [node] binary that runs the variants
 * @property {number} [warmUpMs]
 * @property {object} [settings] in the place of those of the kind's SETTINGS
 * @property {number} [hangsAfterMs]
 * @property {(event: Progress) => void} [onProgress]
 *
 * @typedef {{ stage: 'comparing' | 'measured', pairs: number, claims: JudgedClaim[], figures?: import('./figures.js').Byside }} Progress `figures` of the last pair
 */

/**
 * Measures a lab and judges its claims: same answer, then counters, then time or memory. The first of them that fails ends it.
 *
 * @param {import('../lab/find.js').Lab} lab
 * @param {Options} options
 * @returns {Promise<Result>} a variant that fails is a result too; only what is no variant's fault is thrown
 */
export async function measureLab (lab, options) {
  const { seed, seconds, mode = 'measured', mostPairs = LOOKS[LOOKS.length - 1], node = process.execPath, hangsAfterMs, onProgress = () => {} } = options
  const started = performance.now()
  const elapsed = () => (performance.now() - started) / 1000
  /** @type {Kind} */
  const kind = await import(`./${lab.manifest.kind}.js`)
  const random = seeded(seed)
  const figures = new Figures()
  const contests = lab.manifest.claims.map((claim) => new Contest(claim))
  /** @type {number[]} */
  const limits = []
  let pairs = 0
  const report = (/** @type {Progress['stage']} */ stage, /** @type {Progress['figures']} */ figures = undefined) => onProgress({ stage, pairs, claims: pairs ? contests.map(({ judged }) => judged) : [], figures })
  /** @type {Run} */
  const run = { lab, reference: 'slow', seed, random, settings: { ...kind.SETTINGS, ...options.settings }, warmUpMs: options.warmUpMs, perBlock: undefined, bodies: new Map(), onFirstBlock: () => { result.firstBlockSeconds ??= rounded(performance.now() / 1000, 2) } }
  /** @type {Result} */
  const result = {
    schema: 1,
    lab: lab.name,
    mode,
    verdict: 'undecided',
    seconds: 0,
    firstBlockSeconds: null,
    seed,
    node: process.version,
    machine: machine(),
    services: {},
    oracle: null,
    counters: [],
    variants: {},
    claims: [],
    limit: null,
    failure: null,
  }

  const sidesNow = () => {
    const withLimit = lab.manifest.limit && pairs < LIMIT_PAIRS ? ['limit'] : []
    return [...new Set([...contests.filter(({ isOpen }) => isOpen).flatMap(({ sides }) => Object.values(sides)), ...withLimit])]
  }
  const refused = () => result.oracle?.verdict === 'different' || result.counters.some(({ holds }) => !holds)
  const goesOn = () => !refused() && contests.some(({ isOpen }) => isOpen) && pairs < mostPairs && (pairs === 0 || elapsed() < seconds)

  let services
  try {
    services = await startServices(lab, { seed, random, onProgress: () => report('comparing') })
  } catch (error) {
    if (!(error instanceof CannotRun)) throw error
    return { ...result, verdict: 'cannot run', seconds: rounded(elapsed(), 2), failure: { variant: error.needs, what: error.message, stderr: error.mend } }
  }
  const { env } = services
  const boot = (/** @type {string[]} */ sides) => new Fleet([...new Set(sides.map((side) => splitSide(side).variant))], { files: lab.files, kind, node, random, env, hangsAfterMs })
  result.services = services.told
  /** @type {Fleet[]} */
  const fleets = []
  try {
    // both start now, so that the first round's processes are there when the answers have been compared
    fleets.push(boot(kind.inspect ? sidesNow() : [...Object.keys(lab.manifest.ladder), ...sidesNow()]))
    if (kind.inspect) fleets.push(boot(['slow']))
    report('comparing')
    await fleets[0].ready
    if (kind.inspect) {
      const [inspector] = fleets[1].processes.values()
      Object.assign(result, await kind.inspect(run, inspector))
      await fleets.pop()?.stop()
    } else if (kind.compare) {
      result.oracle = await kind.compare(run, fleets[0].processes)
    }
    while (goesOn()) {
      const sides = sidesNow()
      if (fleets.length === 0) fleets.push(boot(sides))
      const [fleet] = fleets
      result.node = await fleet.ready
      const round = await kind.measure(run, fleet.processes, sides)
      if (pairs === 0 && kind.count) result.counters = await kind.count(run, fleet.processes)
      await fleets.pop()?.stop()

      pairs++
      figures.add(round)
      for (const contest of contests.filter(({ isOpen }) => isOpen)) contest.add(round)
      if (sides.includes('limit')) limits.push(logRatio(round, lab.manifest.claims[0].metric, 'limit', 'fast'))
      report('measured', round)
    }
  } catch (error) {
    if (!(error instanceof VariantFailure)) throw error
    // a variant whose database has gone is not the one to blame
    const reason = await services.reason()
    if (reason) result.verdict = 'cannot run'
    result.failure = reason ?? { variant: error.variant, what: error.what, stderr: error.stderr }
  } finally {
    await Promise.all(fleets.map((fleet) => fleet.stop()))
    await services.stop()
  }

  result.seconds = rounded(elapsed(), 2)
  if (result.verdict === 'cannot run') return result
  if (result.failure || refused()) return { ...result, verdict: 'broken' }
  const claims = contests.map(({ judged }) => judged)
  const limit = limits.length ? { variant: 'limit', fraction: rounded(Math.min(1, Math.exp(median(limits))), 3) } : null
  return { ...result, verdict: worst(claims.map(({ verdict }) => verdict)), claims, limit, variants: figures.summary }
}

/** @param {Verdict[]} verdicts @returns {Verdict} */
export function worst (verdicts) {
  return verdicts.find((verdict) => verdict === 'broken') ?? verdicts.find((verdict) => verdict === 'undecided') ?? 'holds'
}
