/** Property of `globalThis` that lists the declared benchmarks. So two copies of this package in one process share the list. */
const DECLARED = Symbol.for('hotpath.benchmarks')

/** @import { Declared } from './worker/worker.mjs' */

/** Allowed options by kind of benchmark, each with its type. */
const OPTIONS = {
  fn: { run: 'function', inputs: 'list, names or function', margin: 'percentage', setup: 'function', teardown: 'function', inFlight: 'count', tolerance: 'number', answer: 'function' },
  command: { run: 'words', cwd: 'text', env: 'variables', margin: 'percentage', setup: 'function', teardown: 'function', answer: 'function' },
  server: { listen: 'function', requests: 'list', connections: 'count', rate: 'count', margin: 'percentage', setup: 'function', teardown: 'function', answer: 'function' },
  heap: { listen: 'function', requests: 'list', connections: 'count', requestsPerReading: 'count', margin: 'bytes', setup: 'function', teardown: 'function', answer: 'function' },
}

/** Options of `heap` for a function. */
const HEAP_OF_CALLS = { run: 'function', inputs: 'list, names or function', callsPerReading: 'count', tolerance: 'number', margin: 'bytes', setup: 'function', teardown: 'function', answer: 'function' }

/** Required options, by kind of benchmark. */
const REQUIRED = { fn: ['run'], command: ['run'], server: ['listen', 'requests'], heap: ['listen', 'requests'] }

/** For each type of option: a check, and a description for error messages. @type {Record<string, [(value: any) => boolean, string]>} */
const TYPES = {
  function: [(value) => typeof value === 'function', 'a function'],
  list: [(value) => Array.isArray(value) && value.length > 0, 'a list with at least one entry'],
  'list, names or function': [(value) => typeof value === 'function' || (typeof value === 'object' && value !== null && Object.keys(value).length > 0), 'a list or an object with at least one entry, or a function'],
  words: [(value) => Array.isArray(value) && value.length > 0 && value.every((word) => typeof word === 'string'), "a list of words, such as ['node', 'cli.js']"],
  text: [(value) => typeof value === 'string', 'a text'],
  variables: [(value) => typeof value === 'object' && value !== null && Object.values(value).every((one) => typeof one === 'string'), "an object of texts, such as { NO_COLOR: '1' }"],
  count: [(value) => Number.isInteger(value) && value >= 1, 'a whole number of at least 1'],
  number: [(value) => typeof value === 'number' && value >= 0, 'a number of at least 0'],
  bytes: [(value) => typeof value === 'number' && value > 0, 'a number of bytes, more than 0'],
  percentage: [(value) => /^\d+(?:\.\d+)?%$/.test(value) && parseFloat(value) >= 1 && parseFloat(value) <= 1000, "a percentage from 1% to 1000%, such as '10%'"],
}

/**
 * Declares a function whose time per call is compared.
 *
 * @param {string} name
 * @param {import('./perf-file.d.ts').FunctionOptions<any, any>} options
 * @throws {TypeError} naming the option and what was expected
 */
export function fn (name, options) {
  declare('fn', name, options)
}

/**
 * Declares a command, each time in a fresh process: its time from start to end is compared, and its output and exit code must agree.
 *
 * @param {string} name
 * @param {import('./perf-file.d.ts').CommandOptions} options
 * @throws {TypeError} naming the option and what was expected
 */
export function command (name, options) {
  declare('command', name, options)
}

/**
 * Declares a server whose CPU time per request is compared.
 *
 * @param {string} name
 * @param {import('./perf-file.d.ts').ServerOptions} options
 * @throws {TypeError} naming the option and what was expected
 */
export function server (name, options) {
  declare('server', name, options)
}

/**
 * Declares a server or a function whose memory is compared: the bytes that each request or call leaves behind.
 *
 * @param {string} name
 * @param {import('./perf-file.d.ts').HeapOptions | import('./perf-file.d.ts').HeapOfCallsOptions<any, any>} options
 * @throws {TypeError} naming the option and what was expected
 */
export function heap (name, options) {
  declare('heap', name, options)
}

/** @param {keyof typeof OPTIONS} kind @param {string} name @param {unknown} options */
function declare (kind, name, options) {
  if (typeof name !== 'string' || !name.trim()) throw new TypeError(`${kind}: expected a name as the first argument, such as ${kind}('parse', { … })`)
  const where = `${kind}('${name}')`
  if (typeof options !== 'object' || options === null) throw new TypeError(`${where}: expected an object of options as the second argument`)
  const isOfCalls = kind === 'heap' && 'run' in options
  /** @type {Record<string, string>} */
  const known = isOfCalls ? HEAP_OF_CALLS : OPTIONS[kind]
  const unknown = Object.keys(options).find((option) => !Object.hasOwn(known, option))
  if (unknown) throw new TypeError(`${where}: there is no option ${unknown}; expected ${Object.keys(known).join(', ')}`)
  for (const [option, type] of Object.entries(known)) {
    const value = options[option]
    if (value === undefined && !(isOfCalls ? ['run'] : REQUIRED[kind]).includes(option)) continue
    const [isRight, expected] = TYPES[type]
    if (!isRight(value)) throw new TypeError(`${where}: ${option}: expected ${expected}, but it is ${describe(value)}`)
  }
  /** @type {typeof globalThis & { [DECLARED]?: Declared[] }} */
  const shared = globalThis
  shared[DECLARED] ??= []
  if (shared[DECLARED].some((one) => one.name === name)) throw new TypeError(`${where}: two benchmarks have this name; give each benchmark a different name`)
  shared[DECLARED].push({ kind, name, options })
}

/** @param {unknown} value */
function describe (value) {
  if (Array.isArray(value)) return value.length ? 'a list' : 'an empty list'
  return value === null || ['undefined', 'number', 'boolean'].includes(typeof value) ? String(value) : `a ${typeof value}`
}
