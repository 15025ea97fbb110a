import { existsSync, readdirSync, readFileSync } from 'node:fs'
import { join, sep } from 'node:path'

/**
 * @typedef {object} PublishedTrials of equal programs, measured and published by others
 * @property {string} name of the data set in the table
 * @property {{ values: number[], isCalledDifferent: boolean[] }[]} series of each program: log-ratios of the second of two equal programs
 *   to the first, and whether the tool that measured them called the two different. Empty if the tool judges no single trial.
 */

/** Addresses of repositories with published measurements of equal programs, by the name of the folder that `git clone` makes. */
export const REPOSITORIES_WITH_TRIALS = {
  tango: 'https://github.com/bazhenov/tango',
  'paper-artifact': 'https://github.com/ordersage/paper-artifact',
}

/** @typedef {keyof typeof REPOSITORIES_WITH_TRIALS} Repository */

/**
 * Published measurements of equal programs: data sets, and the files that contain the data.
 *
 * @type {{ name: string, repository: Repository, files: RegExp, parse: (text: string) => PublishedTrials['series'] }[]}
 */
export const PUBLISHED_DATA_SETS = [
  { name: 'tango', repository: 'tango', files: /^tango-compare\/exp\d+\/tango\.txt$/, parse: parseTangoTrials },
  {
    name: 'criterion',
    repository: 'tango',
    files: /^tango-compare\/exp\d+\/criterion-paired\.txt$/,
    parse: parseCriterionTrials,
  },
  { name: 'OrderSage, fixed order', repository: 'paper-artifact', files: /_all_(exp|test)_results\.csv$/, parse: (text) => parseOrderSageRuns(text, 'fixed') },
  { name: 'OrderSage, random order', repository: 'paper-artifact', files: /_all_(exp|test)_results\.csv$/, parse: (text) => parseOrderSageRuns(text, 'random') },
]

/**
 * @param {typeof PUBLISHED_DATA_SETS[number]} set
 * @param {string} folder that contains clones of the repositories
 * @returns {PublishedTrials} with no series if the repository is not in the folder
 */
export function readPublishedTrials ({ name, repository, files, parse }, folder) {
  const root = join(folder, repository)
  const names = existsSync(root) ? readdirSync(root, { recursive: true }).map((path) => String(path).replaceAll(sep, '/')) : []
  return { name, series: names.filter((path) => files.test(path)).sort().flatMap((path) => parse(readFileSync(join(root, path), 'utf8'))) }
}

/** @param {string} percent such as −3.4 or +0.87 @returns {number} log-ratio */
const toLogRatio = (percent) => Math.log(1 + Number(percent.replace('−', '-')) / 100)

/**
 * Reads the output of `tango compare`: a line for each trial, with the difference in percent. A star marks a significant difference.
 *
 * @param {string} text
 * @returns {PublishedTrials['series']}
 */
export function parseTangoTrials (text) {
  const trials = [...text.matchAll(/\]\s+([+-][\d.]+)%(\*?)/g)]
  return [{ values: trials.map(([, percent]) => toLogRatio(percent)), isCalledDifferent: trials.map(([, , star]) => star === '*') }]
}

/**
 * Reads the output of criterion. The middle one of three percentages is the difference, and the next line is criterion's verdict.
 *
 * @param {string} text
 * @returns {PublishedTrials['series']}
 */
export function parseCriterionTrials (text) {
  const trials = [...text.matchAll(/change: \[\S+% (\S+)% \S+%\][^\n]*\n\s*([^\n]+)/g)]
  return [{
    values: trials.map(([, percent]) => toLogRatio(percent)),
    isCalledDifferent: trials.map(([, , says]) => /improved|regressed/.test(says)),
  }]
}

/**
 * Reads OrderSage's results. Two consecutive runs of a test make a pair of equal programs, and no run is in two pairs. If a run has several
 * results, the first counts.
 *
 * @param {string} text CSV with a header; only the last column, the result, may have commas
 * @param {'fixed' | 'random'} order of the tests in a run
 * @returns {PublishedTrials['series']} one series for each test
 */
export function parseOrderSageRuns (text, order) {
  const [header, ...lines] = text.trim().split('\n').map((line) => line.trim().split(','))
  const titles = ['hostname', 'order_type', 'completion_status', 'run_num', 'result']
  const [host, orderType, status, run, result] = titles.map((title) => header.indexOf(title))
  const command = header.findIndex((title) => /^(exp|test)_command$/.test(title))
  /** @type {Map<string, [number, number][]>} number and cost of each run, by test */
  const runsByTest = new Map()
  for (const cells of lines.filter((cells) => cells[orderType] === order && cells[status] === 'Success')) {
    const test = `${cells[host]} ${cells[command]}`
    runsByTest.set(test, [...runsByTest.get(test) ?? [], [Number(cells[run]), Number.parseFloat(cells[result].replace('"', ''))]])
  }
  return [...runsByTest.values()].map((runs) => {
    const costs = runs.sort(([one], [other]) => one - other).map(([, cost]) => cost)
    const values = costs.flatMap((cost, index) => index % 2 ? [Math.log(cost / costs[index - 1])] : [])
    return { values: values.filter(Number.isFinite), isCalledDifferent: [] }
  })
}
