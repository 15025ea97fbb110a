import { convertUrlToPath } from '../v8/place.js'
import { countEqualValues } from '../v8/reports.js'

/** @import { HeapSnapshot } from './snapshot.js' */

/** Maximum number of new objects to trace to a heap root. The report shows the most frequent path: one object may be an exception. */
const TRACED_OBJECTS = 200

/** Maximum number of references in a traced path. In longer paths the references next to the root belong to code that starts Node. */
const MAX_STEPS = 60

const MAX_NAME_CHARS = 80

/**
 * @typedef {object} Step
 * @property {string} name of the reference: a variable, a property, `[]` for an element
 * @property {string} to constructor of the referenced object
 * @property {string} [file] that declares the variable
 * @property {number} [line] of the declaration
 *
 * @typedef {object} Holder
 * @property {Step[]} path from the roots to the objects
 * @property {Step[]} short the same path from the program's last variable on
 * @property {number} share of the traced objects with this path
 *
 * @typedef {{ from: number, type: string, name: string, node: number }} Reference
 */

/**
 * Finds the most frequent path of references that keeps the given objects in memory.
 *
 * @param {HeapSnapshot} snapshot
 * @param {number[]} nodes at least one
 * @returns {Holder}
 */
export function findRetainingPath (snapshot, nodes) {
  const traced = nodes.length > TRACED_OBJECTS
    ? Array.from({ length: TRACED_OBJECTS }, (_, index) => nodes[Math.floor(index * nodes.length / TRACED_OBJECTS)])
    : nodes
  const paths = traced.map((node) => findPath(snapshot, node))
  const keys = paths.map((path) => path.map(({ name, node }) => `${name}>${nameClass(snapshot, node)}`).join('|'))
  const [[key, times]] = [...countEqualValues(keys)].sort(([, a], [, b]) => b - a)
  const path = paths[keys.indexOf(key)].map(({ from, type, name, node }) => ({
    name,
    to: nameClass(snapshot, node),
    ...(type === 'context' && findDeclaration(snapshot, from, name)),
  }))
  const lastVariable = path.findLastIndex((step) => 'file' in step)
  return { path, short: path.slice(Math.max(0, lastVariable)), share: times / traced.length }
}

/**
 * Finds the shortest path of references from a root of the heap to an object. If several paths are equally short, prefers named
 * variables and properties.
 *
 * @param {HeapSnapshot} snapshot
 * @param {number} node
 * @returns {Reference[]} from the roots on
 */
function findPath (snapshot, node) {
  const path = []
  const getDistance = (/** @type {number} */ node) => snapshot.node(node).distance()
  const isNamed = (/** @type {string} */ type) => Number(type === 'context' || type === 'property')
  const seen = new Set()
  for (let at = node; getDistance(at) > 0 && path.length < MAX_STEPS;) {
    seen.add(at)
    const [best] = snapshot.retainers(at)
      // what is in a WeakMap is held by something else
      .filter(({ type, name, node }) => type !== 'weak' && !/ in WeakMap /.test(name) && !seen.has(node))
      .map((edge) => ({ ...edge, distance: getDistance(edge.node) }))
      .sort((a, b) => a.distance - b.distance || isNamed(b.type) - isNamed(a.type))
    if (!best) break
    path.unshift({
      from: best.node,
      type: best.type,
      name: ['element', 'hidden'].includes(best.type) || /^\d+$/.test(best.name) ? '[]' : best.name,
      node: at,
    })
    at = best.node
  }
  return path
}

/** @param {HeapSnapshot} snapshot @param {number} node */
function nameClass (snapshot, node) {
  const type = snapshot.node(node).type()
  if (type.endsWith('string')) return 'string'
  return (snapshot.node(node).name() || (type === 'array' ? 'internal array' : type)).slice(0, MAX_NAME_CHARS)
}

/**
 * Finds the file and line that declare a variable. Follows references in the heap: from the variable's context to a function, from
 * the function to its script, and from the script to its source.
 *
 * @param {HeapSnapshot} snapshot
 * @param {number} context
 * @param {string} variable
 * @returns {{ file?: string, line?: number }} empty for Node's own variables
 */
function findDeclaration (snapshot, context, variable) {
  const follow = (/** @type {number | undefined} */ node, /** @type {RegExp} */ name) => node === undefined
    ? undefined
    : snapshot.references(node).find((edge) => name.test(edge.name))?.node
  const readName = (/** @type {number | undefined} */ node) => node === undefined ? '' : snapshot.node(node).name()
  const closure = snapshot.retainers(context)
    .find(({ type, name, node }) => type === 'internal' && name === 'context' && snapshot.node(node).type() === 'closure')
  const script = follow(follow(closure?.node, /^shared$/), /^script/)
  const url = readName(follow(script, /^name$/))
  if (!/^(file:|\/|[A-Za-z]:\\)/.test(url)) return {}
  const line = findDeclarationLine(readName(follow(script, /^source$/)), variable)
  return { file: convertUrlToPath(url), ...(line > 0 && { line }) }
}

/**
 * Finds the line that declares a variable of a context. An imported name is no such variable: V8 keeps it in a cell of the module.
 *
 * @param {string} source
 * @param {string} variable
 * @returns {number} from 1; 0 if no line looks like the declaration
 */
export function findDeclarationLine (source, variable) {
  const declaration = new RegExp(`^(?!\\s*(?:import\\b|//|/?\\*)).*\\b(const|let|var|class|function)\\b[^='"\`]*(?<![\\w$.])${variable.replaceAll('$', '\\$')}(?![\\w$])`)
  return source.split('\n').findIndex((text) => declaration.test(text)) + 1
}
