import { readFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import { asScript, escaped } from '../../page/data.js'
import { page } from '../../page/frame.js'
import { changesOf } from './compare.js'
import { hints } from './summary.js'
import { keyOf } from './tree.js'

const require = createRequire(import.meta.url)
const beside = (/** @type {string} */ name) => readFileSync(new URL(name, import.meta.url), 'utf8')

/** Frames narrower than this share of their variant are counted to who called them: they could not be seen, and are most of a page's size. */
const NARROWEST = 0.001

/** Rows of the table of what grew and shrank. */
const CHANGES = 30

/**
 * @param {import('../../lab/find.js').Lab} lab
 * @param {import('./tree.js').Profiled[]} profiles one or two
 * @param {string} per what: the scale is CPU time per request, per call, or in all
 * @returns {string} HTML
 */
export function flamePage ({ name, manifest }, profiles, per) {
  const [first, second] = profiles
  /** @type {Map<string, number>} */
  const index = new Map()
  /** @type {any[]} */
  const frames = []
  const indexOf = (/** @type {import('./frames.js').Frame} */ frame) => {
    const key = keyOf(frame)
    if (!index.has(key)) {
      index.set(key, frames.length)
      const { name, kind, where, line, text, hotLine, hotText } = frame
      frames.push({ name, kind, where, line, text, hotLine, hotText })
    }
    return index.get(key)
  }
  const compact = (/** @type {import('./tree.js').Node} */ node, /** @type {number} */ least) => /** @type {any[]} */ ([
    indexOf(node.frame),
    Number(node.total.toPrecision(4)),
    [...node.children.values()].filter(({ total }) => total >= least).map((child) => compact(child, least)),
  ])
  const data = {
    per,
    sides: profiles.map(({ variant, root, operations, idle }) => ({
      variant,
      label: manifest.ladder[variant] ?? manifest.limit ?? '',
      operations,
      idle,
      total: root.total,
      roots: compact(root, root.total * NARROWEST)[2],
    })),
    changes: changesOf(first, second)
      .filter(({ self }) => Math.max(...self) >= first.root.total * NARROWEST)
      .sort((a, b) => Math.abs(b.self[0] - b.self[1]) - Math.abs(a.self[0] - a.self[1]))
      .slice(0, CHANGES)
      .map(({ frame, self, total }) => ({ frame: indexOf(frame), self, total })),
    frames,
    look: manifest.look?.search ?? '',
    narrowest: NARROWEST,
  }
  const body = beside('body.html')
    .replace('{{heading}}', () => escaped(name))
    .replace('{{question}}', () => escaped(manifest.question))
    .replace('{{hints}}', () => hints(manifest, first, second).map((line) => `<p>${escaped(line)}</p>`).join(''))
  return page({
    title: `${name}: flame graphs`,
    body,
    css: beside('view.css'),
    scripts: [readFileSync(require.resolve('d3').replace(/d3(\.node)?\.m?js$/, 'd3.min.js'), 'utf8'), readFileSync(require.resolve('d3-flame-graph').replace(/umd\.js$/, 'umd.min.js'), 'utf8'), `globalThis.profiled = ${asScript(data)}`],
    module: beside('view.js'),
    // d3-flame-graph makes one when it is loaded
    isStyledByScripts: true,
  })
}
