import { diffArrays } from 'diff'
import hljs from 'highlight.js/lib/core'
import javascript from 'highlight.js/lib/languages/javascript'
import { readFileSync } from 'node:fs'
import { basename } from 'node:path'

/** @import { Lab } from 'hotpath/lab' */

hljs.registerLanguage('javascript', javascript)

/**
 * @typedef {{ number: number, html: string, lit: boolean } | null} CodeLine null beside a line that only the other file has;
 *   `html` is escaped; `lit`: the line differs
 * @typedef {object} Change from one variant to the next
 * @property {[string, string]} variants
 * @property {[string, string]} files their names
 * @property {[CodeLine, CodeLine][]} rows
 */

/**
 * Compares each variant's file with the file of the next variant, and puts old and new lines side by side.
 *
 * @param {Lab} lab
 * @returns {Change[]}
 */
export function listVariantChanges ({ manifest, files }) {
  const variants = Object.keys(manifest.variants)
  return variants.slice(1).map((variant, index) => {
    const pair = /** @type {[string, string]} */ ([variants[index], variant])
    const [left, right] = pair.map((name) => readFileSync(files[name], 'utf8'))
    const names = /** @type {[string, string]} */ (pair.map((name) => basename(files[name])))
    return { variants: pair, files: names, rows: alignChangedLines(left, right) }
  })
}

/**
 * @param {string} left source
 * @param {string} right
 * @returns {[CodeLine, CodeLine][]} lines that are the same stand in one row
 */
export function alignChangedLines (left, right) {
  const [marked, markedRight] = [left, right].map(highlighted)
  /** @type {[CodeLine, CodeLine][]} */
  const rows = []
  let [at, atRight] = [0, 0]
  /** @param {string[]} lines @param {number} index @param {boolean} lit */
  const makeLine = (lines, index, lit) => ({ number: index + 1, html: lines[index], lit })
  /** changed lines of each file that are not yet in the list @type {CodeLine[][]} */
  let waiting = [[], []]
  const flush = () => {
    const [before, now] = waiting
    for (let row = 0; row < Math.max(before.length, now.length); row++) rows.push([before[row] ?? null, now[row] ?? null])
    waiting = [[], []]
  }
  for (const { added, removed, value } of diffArrays(linesOf(left), linesOf(right))) {
    for (let line = 0; line < value.length; line++) {
      if (removed) waiting[0].push(makeLine(marked, at++, true))
      else if (added) waiting[1].push(makeLine(markedRight, atRight++, true))
      else {
        flush()
        rows.push([makeLine(marked, at++, false), makeLine(markedRight, atRight++, false)])
      }
    }
  }
  flush()
  return rows
}

/** @param {string} source */
function linesOf (source) {
  return source.trimEnd().split(/\r?\n/)
}

/** @param {string} source @returns {string[]} HTML of each line, in which what is coloured over several lines is closed and opened again */
function highlighted (source) {
  /** @type {string[]} */
  let open = []
  return hljs.highlight(linesOf(source).join('\n'), { language: 'javascript' }).value.split('\n').map((line) => {
    const html = open.join('') + line
    for (const [tag] of line.matchAll(/<span[^>]*>|<\/span>/g)) open = tag === '</span>' ? open.slice(0, -1) : [...open, tag]
    return html + '</span>'.repeat(open.length)
  })
}
