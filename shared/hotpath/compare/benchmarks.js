import { existsSync } from 'node:fs'
import { createRequire } from 'node:module'
import { basename, isAbsolute, join, relative, resolve, sep } from 'node:path'
import { pathToFileURL } from 'node:url'
import { HotpathError, VariantFailure } from '@hotpath-labs/engine/failures.js'
import { runCommand } from '@hotpath-labs/engine/process/child.js'
import { formatProcessFailure } from './judge-benchmark.js'
import { startProcess } from './process.js'

/**
 * @import { Random } from '@hotpath-labs/engine/stats/random.js'
 * @import { Side, Sides } from '../sides/sides.js'
 */

/** Pattern for Node's errors about TypeScript that needs more than the removal of types. */
const TYPESCRIPT_ERROR = /does not load a file of this type|Unknown file extension "\.[cm]?tsx?"|not supported in strip-only mode|Unexpected .* in JSX|ERR_UNSUPPORTED_TYPESCRIPT_SYNTAX/

/** Pattern for Node's error about an import of a file by the name that its JavaScript would have. */
const MISSING_SCRIPT = /Cannot find module '([^']+\.)([cm]?)jsx?'/

/**
 * Returns true if a file did not load because Node cannot load its TypeScript, such as an enum, or `./parse.js` where there is parse.ts.
 *
 * @param {string} message of Node
 */
export function isTypeScriptError (message) {
  const [, path, letter] = message.match(MISSING_SCRIPT) ?? []
  return TYPESCRIPT_ERROR.test(message) || (path !== undefined && ['ts', 'tsx'].some((end) => existsSync(path + letter + end)))
}

/**
 * @typedef {object} Request
 * @property {string} method
 * @property {string} path
 * @property {Record<string, string>} [headers]
 * @property {string} [body]
 *
 * @typedef {object} Benchmark
 * @property {string} name as declared
 * @property {string} title its name, and the request where it declares several
 * @property {string} file of the head, relative
 * @property {'fn' | 'command' | 'server' | 'heap'} kind
 * @property {{ base: string, head: string }} files absolute
 * @property {number} tolerance
 * @property {number} inFlight calls of an async function at once
 * @property {number} [margin] of its own: a share such as 0.1, or bytes of a heap
 * @property {boolean} picks true where the benchmark picks what is compared
 * @property {Request} [request] of a server
 * @property {string} [input] name of the only input, where each has a name
 * @property {number} connections
 * @property {number} [rate] requests per second, where the waits of requests are compared
 * @property {number} operationsPerReading requests or calls of a heap between two readings of the memory
 * @property {string} [incomparable] why base has nothing to compare with
 *
 * @typedef {object} Declared a benchmark as the worker lists it
 * @property {string} name
 * @property {Benchmark['kind']} kind
 * @property {(string | Request)[]} [requests]
 * @property {string[]} [inputNames]
 * @property {number} [tolerance]
 * @property {number} [inFlight]
 * @property {string | number} [margin] such as 10%, or bytes
 * @property {boolean} picks
 * @property {number} [connections]
 * @property {number} [rate]
 * @property {number} [operationsPerReading]
 * @property {string} [incomparable]
 *
 * @typedef {object} Listing
 * @property {Benchmark[]} benchmarks on both sides
 * @property {string[]} added only on the head
 * @property {string[]} removed only on the base
 * @property {{ base: string, head: string }} node versions
 * @property {string[]} flags with which all perf files load
 * @property {string[]} notes for the screen
 */

/** Requests or calls between two memory readings by default. Six readings cover 12,000 requests: noise of 100 KB is 8 bytes per request. */
const OPERATIONS_PER_READING = 2000
const CONNECTIONS = 10

/** Pattern for Node's errors about a file that is missing. */
const MISSING_FILE = /(?:Cannot find module|no such file or directory, \w+) '([^']+)'/

/**
 * Loads the perf files of base and head, and matches their benchmarks by file and name.
 *
 * @param {Sides} sides
 * @param {{ random: Random, flags: string[], hangsAfterMs?: number }} how `hangsAfterMs`: limit of time for a file to load
 * @returns {Promise<Listing>}
 * @throws {HotpathError} where a file does not load or declares nothing, or where no name is on both sides
 */
export async function listBenchmarks ({ base, head }, how) {
  // If base and head are one file each, only the benchmarks' names must match: the files may be before.js and after.js.
  const ofOneFile = base.perfFiles.length === 1 && head.perfFiles.length === 1
  const list = (/** @type {string[]} */ flags) => {
    const ofBase = listDeclared(base, { ...how, flags, ofOneFile })
    // one side is loaded once
    return Promise.all([ofBase, head === base ? ofBase : listDeclared(head, { ...how, flags, ofOneFile })])
  }
  const tsx = findImportFlag('tsx', head.folder)
  /** @type {Pick<Listing, 'flags' | 'notes'>} */
  let loaded = { flags: how.flags, notes: [] }
  const [before, after] = await list(how.flags).catch((error) => {
    if (!error.needsTsx || !tsx) throw error
    loaded = { flags: [...how.flags, tsx], notes: ['Both sides load TypeScript with tsx of your project, because Node alone cannot load it.'] }
    return list(loaded.flags)
  })
  /** @type {Listing} */
  const listing = { benchmarks: [], added: [], removed: [], node: { base: before.node, head: after.node }, ...loaded }
  for (const [key, one] of after.declared) {
    const other = before.declared.get(key)
    const incomparable = before.failures.get(one.file)
    if (incomparable) listing.benchmarks.push(...expand({ ...one, incomparable }, { base: one.path, head: one.path }, head))
    else if (!other) listing.added.push(one.name)
    else if (other.kind !== one.kind) throw new HotpathError('DIFFERENT_KINDS', `${one.name}: ${base.label} declares this benchmark with ${other.kind}, but ${head.label} with ${one.kind}. Use the same function in both versions.`)
    else listing.benchmarks.push(...expand(one, { base: other.path, head: one.path }, head))
  }
  const titles = listing.benchmarks.map(({ file, title }) => `${file}: ${title}`)
  const twice = titles.find((title, index) => titles.indexOf(title) !== index)
  if (twice) throw new HotpathError('BAD_PERF_FILE', `${twice}: two benchmarks have this name. Give each a different name.`)
  listing.removed = [...before.declared].filter(([key]) => !after.declared.has(key)).map(([, { name }]) => name)
  if (listing.benchmarks.length === 0) {
    const names = (/** @type {string[]} */ list) => list.map((name) => `'${name}'`).join(', ')
    const what = `${base.label} declares ${names(listing.removed)}, ${head.label} declares ${names(listing.added)}`
    throw new HotpathError('NO_BENCHMARK', `Base and head have no benchmark in common: ${what}. Give a benchmark the same name in both.`)
  }
  return listing
}

/**
 * @param {Side} side
 * @param {{ random: Random, flags: string[], hangsAfterMs?: number, ofOneFile: boolean }} how
 * @returns {Promise<{ node: string, declared: Map<string, any>, failures: Map<string, string> }>} what its files declare, by file and
 *   name; `failures`: why head's files do not load here, by file
 */
async function listDeclared (side, how) {
  /** @type {Map<string, any>} */
  const declared = new Map()
  /** @type {Map<string, string>} */
  const failures = new Map()
  let version = ''
  for (const path of side.perfFiles) {
    const file = relative(side.folder, path).replaceAll(sep, '/')
    const where = side.label === file ? file : `${file} of ${side.label}`
    const measured = startProcess(side, side.label, how)
    try {
      const { node, benchmarks } = await measured.ask('list', { file: path })
      version = node
      if (benchmarks.length === 0) throw new HotpathError('NO_BENCHMARK', `${where} declares no benchmark. Write: import { fn } from "hotpath", then fn('name', { run () { … } })`)
      for (const one of benchmarks) declared.set(`${how.ofOneFile ? '' : file} ${one.name}`, { ...one, file, path })
    } catch (error) {
      if (!(error instanceof VariantFailure)) throw error
      const located = error.stderr.includes('SyntaxError') ? await locateSyntaxError(side, path, how.flags) : error.stderr
      const why = formatProcessFailure({ what: error.what, stderr: located || error.stderr }, side.folder)
      // Shorten paths, because the temporary folder of base or head is deleted before the user reads the message.
      const message = `${where} does not load: ${why.replace(/^failed: /, '').replaceAll(`${side.folder}${sep}`, '')}`
      const [, missing] = why.match(MISSING_FILE) ?? []
      const advice = missing && side.explainMissing?.(resolve(side.folder, missing))
      if (advice) throw new HotpathError('BAD_PERF_FILE', `${where} does not load. ${advice}`)
      if (isTypeScriptError(`${error.what}\n${located || error.stderr}`)) {
        throw Object.assign(new HotpathError('BAD_PERF_FILE', `${message}. Node does not run this TypeScript, but tsx does. Type: npm install --save-dev tsx`), { needsTsx: true })
      }
      if (!side.fromHead?.has(path)) throw new HotpathError('BAD_PERF_FILE', [message, side.unmetPeer].filter(Boolean).join('. '))
      failures.set(file, message)
    } finally {
      await measured.stop()
    }
  }
  return { node: version, declared, failures }
}

/** URL of the module with which a perf file finds `hotpath`, even if it is not installed. */
const OWN_PACKAGE = new URL('../worker/own-package.mjs', import.meta.url).href

/**
 * Imports a perf file again in a separate process, because Node prints the line of a syntax error only if nothing catches the error.
 *
 * @param {Side} side
 * @param {string} path absolute
 * @param {string[]} flags
 * @returns {Promise<string>} what Node prints
 */
async function locateSyntaxError (side, path, flags) {
  const [own, file] = [OWN_PACKAGE, pathToFileURL(path).href].map((url) => JSON.stringify(url))
  const program = `import { resolveHotpathImports } from ${own}; resolveHotpathImports(); await import(${file})`
  const args = [...flags, '--input-type=module', '--eval', program]
  return runCommand(side.node ?? process.execPath, args, { cwd: side.folder }).catch(({ output = '' }) => output.includes('SyntaxError') ? output : '')
}

/**
 * @param {Declared} declared
 * @param {{ base: string, head: string }} files
 * @param {Side} head
 * @returns {Benchmark[]} one for each request or named input, and one more for each request that is also sent at a rate
 */
function expand (declared, files, head) {
  const { kind, name, requests, tolerance = 0, inFlight = 1, picks, incomparable } = declared
  const margin = typeof declared.margin === 'string' ? parseFloat(declared.margin) / 100 : declared.margin
  const { connections = CONNECTIONS, operationsPerReading = OPERATIONS_PER_READING } = declared
  const file = relative(head.folder, files.head).replaceAll(sep, '/') || basename(files.head)
  const common = { name, kind, file, files, tolerance, inFlight, margin, picks, connections, operationsPerReading, incomparable }
  if (!requests) return declared.inputNames?.map((/** @type {string} */ input) => ({ ...common, title: `${name} (${input})`, input })) ?? [{ ...common, title: name }]
  return requests.flatMap((/** @type {any} */ given) => {
    const { method = 'GET', path, headers, body } = typeof given === 'string' ? { path: given } : given ?? {}
    if (!String(path).startsWith('/')) throw new HotpathError('BAD_PERF_FILE', `${name}: requests: expected a path that starts with /, such as '/users', but it is ${JSON.stringify(path)}.`)
    const one = { ...common, title: requests.length > 1 ? `${name} ${method} ${path}` : name, request: { method, path, headers, body } }
    return declared.rate ? [one, { ...one, title: `${one.title} at ${declared.rate}/s`, rate: declared.rate }] : [one]
  })
}

/**
 * Makes Node's flag that imports a package before the perf files, on both sides the one of head: base may not have it.
 *
 * @param {string} name of the package, such as tsx
 * @param {string} folder of head
 * @returns {string | undefined} undefined where head's packages have none, or only one for `import`, and for a module of Node
 */
function findImportFlag (name, folder) {
  try {
    const file = createRequire(join(folder, 'package.json')).resolve(name)
    return isAbsolute(file) ? `--import=${pathToFileURL(file)}` : undefined
  } catch {
    return undefined
  }
}

/**
 * Makes Node's flag from the option --import. Both sides load a relative path from the user's folder.
 *
 * @param {string} module a package or a relative path
 * @param {string} folder of head
 * @returns {string}
 */
export function makeImportFlag (module, folder) {
  if (/^\.{1,2}[\\/]/.test(module)) return `--import=${pathToFileURL(resolve(module)).href}`
  return findImportFlag(module, folder) ?? `--import=${module}`
}
