import { fileURLToPath } from 'node:url'

/** How many of the new objects are traced to their holder, spread evenly over all: one path may be chance, the path of most is the leak. */
const ASKED = 200

/** A path longer than this is cut: the far end is Node's own start. */
const LONGEST = 60

/**
 * @typedef {import('./snapshot.js').Snapshot} Snapshot
 *
 * @typedef {object} Step
 * @property {string} name of the reference: a variable, a property, `[]` for an element
 * @property {string} to the constructor of what it refers to
 * @property {string} [file] of the code that the variable belongs to
 * @property {number} [line] where that file declares it
 *
 * @typedef {object} Holder
 * @property {Step[]} path from the roots to the objects
 * @property {Step[]} short the same from the last variable of a program on
 * @property {number} share of the objects that were asked are held so
 */

/**
 * Who holds most of these objects: the shortest way from the roots.
 *
 * @param {Snapshot} snapshot
 * @param {number[]} nodes at least one
 * @returns {Holder}
 */
export function holderOf (snapshot, nodes) {
  const asked = nodes.length > ASKED ? Array.from({ length: ASKED }, (_, index) => nodes[Math.floor(index * nodes.length / ASKED)]) : nodes
  /** @type {Map<string, { nodes: number[], times: number }>} */
  const ways = new Map()
  for (const node of asked) {
    const way = wayTo(snapshot, node)
    const key = way.map(({ name, node }) => `${name}>${told(snapshot, node)}`).join('|')
    const known = ways.get(key)
    if (known) known.times++
    else ways.set(key, { nodes: [node], times: 1 })
  }
  const [most] = [...ways.values()].sort((a, b) => b.times - a.times)
  const path = wayTo(snapshot, most.nodes[0]).map(({ from, type, name, node }) => {
    const declared = type === 'context' ? declarationOf(snapshot, from, name) : {}
    return { name, to: told(snapshot, node), ...declared }
  })
  const last = path.findLastIndex(({ file }) => file !== undefined)
  return { path, short: path.slice(Math.max(0, last)), share: most.times / asked.length }
}

/** @param {Snapshot} snapshot @param {number} node @returns {{ from: number, type: string, name: string, node: number }[]} references from the roots to it */
function wayTo (snapshot, node) {
  const way = []
  for (let at = node; snapshot.distance(at) > 0 && way.length < LONGEST;) {
    const nearer = snapshot.retainers(at).filter((edge) => snapshot.distance(edge.node) < snapshot.distance(at))
    if (nearer.length === 0) break
    // the shortest, and of these one that a program names before one that only V8 knows
    const [best] = nearer.sort((a, b) => snapshot.distance(a.node) - snapshot.distance(b.node) || named(b.type) - named(a.type))
    way.unshift({ from: best.node, type: best.type, name: ['element', 'hidden'].includes(best.type) || /^\d+$/.test(best.name) ? '[]' : best.name, node: at })
    at = best.node
  }
  return way
}

/** @param {string} type of an edge */
const named = (type) => Number(type === 'context' || type === 'property')

/** @param {Snapshot} snapshot @param {number} node */
function told (snapshot, node) {
  const type = snapshot.type(node)
  if (type.endsWith('string')) return 'string'
  return (snapshot.name(node) || (type === 'array' ? 'internal array' : type)).slice(0, 80)
}

/**
 * Where a variable is declared: a function of the same context knows its script, and the script its text.
 *
 * @param {Snapshot} snapshot
 * @param {number} context
 * @param {string} variable
 * @returns {{ file?: string, line?: number }} nothing for Node's own
 */
function declarationOf (snapshot, context, variable) {
  const closure = snapshot.retainers(context).find(({ type, name, node }) => type === 'internal' && name === 'context' && snapshot.type(node) === 'closure')
  const shared = closure && referenceNamed(snapshot, closure.node, /^shared$/)
  const script = shared && referenceNamed(snapshot, shared.node, /^script/)
  const name = script && referenceNamed(snapshot, script.node, /^name$/)
  const url = name ? snapshot.name(name.node) : ''
  if (!url.startsWith('file:') && !/^(\/|[A-Za-z]:\\)/.test(url)) return {}
  const source = script && referenceNamed(snapshot, script.node, /^source$/)
  const lines = source ? snapshot.name(source.node).split('\n') : []
  const line = lines.findIndex((text) => new RegExp(`\\b(const|let|var|class|function|import)\\b[^=]*(?<![\\w$])${variable.replaceAll('$', '\\$')}(?![\\w$])`).test(text)) + 1
  return { file: url.startsWith('file:') ? fileURLToPath(url) : url, ...(line > 0 && { line }) }
}

/** @param {Snapshot} snapshot @param {number} node @param {RegExp} name */
function referenceNamed (snapshot, node, name) {
  return snapshot.references(node).find((edge) => name.test(edge.name))
}
