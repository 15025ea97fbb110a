import { readFileSync } from 'node:fs'
import { basename, dirname, join } from 'node:path'
import { diffArrays, diffWordsWithSpace } from 'diff'
import hljs from 'highlight.js/lib/core'
import javascript from 'highlight.js/lib/languages/javascript'
import { isJavaScriptFile } from '@hotpath-labs/engine/syntax.js'
import { listVariants } from '@hotpath-labs/lab/plans.js'
import { listFilesOfVariant } from '@hotpath-labs/lab/sources.js'

/** @import { LabPlan, Programs } from '@hotpath-labs/lab/plans.js' */

hljs.registerLanguage('javascript', javascript)

/**
 * @typedef {{ number: number, html: string, columns: number, lit: boolean } | null} CodeLine null beside a line that only the other file
 *   has; `html` is escaped; `lit`: the line differs
 * @typedef {[CodeLine, CodeLine]} CodeRow lines side by side; two nulls stand for rows that are left out
 *
 * @typedef {object} CodeSection two files, or one that only one of the variants imports
 * @property {string[]} files their names
 * @property {CodeRow[]} rows with null in place of the lines of a second file, if there is none
 *
 * @typedef {object} CodePage one screen of code
 * @property {[string, string]} variants that the page compares
 * @property {'beside' | 'unified'} layout side by side, or as one text with old lines above new ones
 * @property {CodeSection[]} sections one below the other
 * @property {{ step: number, of: number, part: number, parts: number }} place of the page among the lab's changes
 */

/** Rows and columns of code that fit into a window of 1280 × 720 pixels, with letters of 22 pixels, below the names of the files. */
const MOST = { beside: { rows: 19, columns: 41 }, unified: { rows: 18, columns: 85 } }

/** Rows that the names of a section's files take below another section. */
const HEADING_ROWS = 2

/** Least rows of a file at the foot of a page. */
const LEAST_ROWS = 3

/** Rows that stay around a change if the files are too long for one page. */
const CONTEXT = 2

/**
 * Compares each variant's file with the file of the variant from which it differs little. Shows both files, and then the files that only
 * one of them imports. Splits what does not fit into one screen, even without empty lines and without unchanged lines.
 *
 * @param {Pick<LabPlan, 'lab' | 'programs'>} plan
 * @returns {CodePage[]}
 */
export function listCodePages ({ lab, programs }) {
  const variants = listVariants({ programs })
  /** imported files that a page has shown @type {Set<string>} */
  const shown = new Set()
  return variants.slice(1).flatMap((variant, index) => {
    const pair = /** @type {[string, string]} */ ([findMostAlike(variants.slice(0, index + 1), variant, programs), variant])
    const paths = pair.map((name) => programs[name].file)
    const [left, right] = paths.map((path) => readFileSync(path, 'utf8'))
    const imported = listImportedByOne(paths).filter((path) => !shown.has(path) && !Object.values(lab.files).includes(path))
    for (const path of imported) shown.add(path)
    const changed = { files: paths.map((path) => basename(path)), rows: alignChangedLines(left, right) }
    const others = imported.map((path) => ({ files: [basename(path)], rows: listAddedLines(readFileSync(path, 'utf8')) }))
    const pages = layOut(changed, others)
    const place = { step: index + 1, of: variants.length - 1, parts: pages.length }
    return pages.map((page, part) => ({ variants: pair, ...page, place: { ...place, part: part + 1 } }))
  })
}

/**
 * @param {string[]} earlier variants
 * @param {string} variant
 * @param {Programs} programs
 * @returns {string} the last one, unless another differs from the variant in at most half as many lines: `fast` of cache-queue is `ttl`
 *   with another duration
 */
function findMostAlike (earlier, variant, programs) {
  const [now, ...before] = [variant, ...earlier].map((name) => readFileSync(programs[name].file, 'utf8'))
  const changed = before.map((text) => alignChangedLines(text, now).filter((row) => row.some((line) => line?.lit)).length)
  const least = Math.min(...changed)
  return least <= changed[changed.length - 1] / 2 ? earlier[changed.lastIndexOf(least)] : earlier[earlier.length - 1]
}

/** @param {string[]} paths of two programs @returns {string[]} JavaScript files that only one of them loads */
function listImportedByOne (paths) {
  const [left, right] = paths.map(listLoadedFiles)
  return [...left.filter((path) => !right.includes(path)), ...right.filter((path) => !left.includes(path))].filter(isJavaScriptFile)
}

/** @param {string} path @returns {string[]} */
function listLoadedFiles (path) {
  try {
    return listFilesOfVariant(path).map((name) => join(dirname(path), name))
  } catch {
    // shows an attendee's file with a syntax error or a missing import alone: a run reports the error
    return []
  }
}

/** @typedef {Pick<CodePage, 'layout' | 'sections'>} Layout */

/** @param {CodeSection} changed @param {CodeSection[]} others files that only one of the two imports @returns {Layout[]} pages */
function layOut (changed, others) {
  const [unified, beside] = [flow([changed], 'unified'), flow([changed], 'beside')]
  // prefers one text, because its lines have the whole width of the window
  const apart = [...unified.length <= beside.length ? unified : beside, ...others.flatMap((other) => flow([other], 'unified'))]
  const together = flow([changed, ...others], 'unified')
  return together.length < apart.length ? together : apart
}

/**
 * Divides rows among as few pages as possible, with about the same number of rows on each page.
 *
 * @param {CodeSection[]} given
 * @param {CodePage['layout']} layout
 * @returns {Layout[]} pages
 */
function flow (given, layout) {
  const sections = given.map((section) => ({ ...section, rows: shorten(section, layout) }))
  const total = sections.reduce((sum, { rows }) => sum + HEADING_ROWS + countRows(rows, layout), -HEADING_ROWS)
  const most = Math.min(MOST[layout].rows, Math.ceil(total / Math.ceil(total / MOST[layout].rows)) + 1)
  /** @type {Layout[]} */
  const pages = []
  let used = 0
  for (const { files, rows } of sections) {
    used += HEADING_ROWS
    for (const [index, row] of rows.entries()) {
      const height = countRows([row], layout)
      // begins a file at the foot of a page only if some of its rows fit there
      const isFull = used + (index === 0 ? Math.min(LEAST_ROWS, rows.length) : height) > most
      if (pages.length === 0 || isFull) {
        pages.push({ layout, sections: [{ files, rows: [] }] })
        used = 0
      } else if (index === 0) pages[pages.length - 1].sections.push({ files, rows: [] })
      pages.at(-1)?.sections.at(-1)?.rows.push(row)
      used += height
    }
  }
  return pages
}

/** @param {CodeSection} section @param {CodePage['layout']} layout @returns {CodeRow[]} with fewer rows if all do not fit into one page */
function shorten ({ files, rows }, layout) {
  const fits = (/** @type {CodeRow[]} */ some) => countRows(some, layout) <= MOST[layout].rows
  const dense = fits(rows) ? rows : rows.filter((row) => row.some((line) => line?.columns))
  return fits(dense) || files.length === 1 ? dense : leaveOutUnchanged(dense)
}

/** @param {CodeRow[]} rows @param {CodePage['layout']} layout @returns {number} rows on the screen, with those of wrapped lines */
function countRows (rows, layout) {
  const count = (/** @type {CodeLine} */ line) => line ? Math.max(1, Math.ceil(line.columns / MOST[layout].columns)) : 0
  const countRow = (/** @type {CodeRow} */ [left, right]) => layout === 'unified' && left?.lit ? count(left) + count(right) : Math.max(1, count(left), count(right))
  return rows.reduce((sum, row) => sum + countRow(row), 0)
}

/** Replaces unchanged rows that are far from a change by one empty row. @param {CodeRow[]} rows @returns {CodeRow[]} */
function leaveOutUnchanged (rows) {
  const isChanged = (/** @type {CodeRow} */ row) => row.some((line) => !line || line.lit)
  const isNear = rows.map((_, index) => rows.slice(Math.max(0, index - CONTEXT), index + CONTEXT + 1).some(isChanged))
  return rows.flatMap((row, index) => {
    if (isNear[index]) return [row]
    return index === 0 || isNear[index - 1] ? [([null, null])] : []
  })
}

/**
 * @param {string} left source
 * @param {string} right
 * @returns {CodeRow[]} equal lines stand in one row, and the changed words of changed lines are marked
 */
export function alignChangedLines (left, right) {
  const [before, now] = [left, right].map(readCode)
  /** @type {CodeRow[]} */
  const rows = []
  let [at, atRight] = [0, 0]
  /** changed lines of each file that are not yet in the list @type {ReturnType<typeof readCode>[]} */
  let waiting = [[], []]
  const flush = () => {
    const longest = Math.max(...waiting.map(({ length }) => length))
    for (let row = 0; row < longest; row++) rows.push(markChangedWords(waiting[0][row], waiting[1][row]))
    waiting = [[], []]
  }
  for (const { added, removed, value } of diffArrays(before.map(({ text }) => text), now.map(({ text }) => text))) {
    for (let line = 0; line < value.length; line++) {
      if (removed) waiting[0].push(before[at++])
      else if (added) waiting[1].push(now[atRight++])
      else {
        flush()
        rows.push([makeLine(before[at++], false), makeLine(now[atRight++], false)])
      }
    }
  }
  flush()
  return rows
}

/** @param {string} source @returns {CodeRow[]} of a file that no other file is compared with */
function listAddedLines (source) {
  return readCode(source).map((line) => [makeLine(line, false), null])
}

/** @param {ReturnType<typeof readCode>[0]} line @param {boolean} lit @param {[number, number][]} [marked] @returns {CodeLine} */
function makeLine ({ number, html, text }, lit, marked = []) {
  return { number, html: markRanges(html, marked), columns: text.length, lit }
}

/** Smallest share of equal letters in two lines: below it the lines have little in common, and marked words would confuse. */
const LEAST_EQUAL = 0.3

/** @param {ReturnType<typeof readCode>[0]} [before] @param {ReturnType<typeof readCode>[0]} [now] @returns {CodeRow} */
function markChangedWords (before, now) {
  if (!before || !now) return [before ? makeLine(before, true) : null, now ? makeLine(now, true) : null]
  /** @type {[number, number][][]} */
  const ranges = [[], []]
  const ends = [0, 0]
  let equal = 0
  for (const { added, removed, value } of diffWordsWithSpace(before.text, now.text)) {
    const sides = removed ? [0] : added ? [1] : [0, 1]
    if (sides.length === 1 && value.trim()) ranges[sides[0]].push([ends[sides[0]], ends[sides[0]] + value.length])
    if (sides.length === 2) equal += value.trim().length
    for (const side of sides) ends[side] += value.length
  }
  const isRelated = equal >= LEAST_EQUAL * Math.max(before.text.trim().length, now.text.trim().length)
  const [old, fresh] = [before, now].map((line, side) => makeLine(line, true, isRelated ? joinRanges(ranges[side], line.text) : []))
  return [old, fresh]
}

/** Joins ranges with only punctuation between. @param {[number, number][]} ranges @param {string} text @returns {[number, number][]} */
function joinRanges (ranges, text) {
  /** @type {[number, number][]} */
  const joined = []
  for (const [start, end] of ranges) {
    const last = joined.at(-1)
    if (last && !/[\p{L}\p{N}]/u.test(text.slice(last[1], start))) last[1] = end
    else joined.push([start, end])
  }
  return joined
}

/**
 * @param {string} html of a line, escaped
 * @param {[number, number][]} ranges of characters, in order
 * @returns {string} HTML with a `mark` around each range; a mark ends before each tag, so that tags stay nested
 */
function markRanges (html, ranges) {
  if (ranges.length === 0) return html
  let [at, marked, isOpen] = [0, '', false]
  for (const [part] of html.matchAll(/<[^>]*>|&[^;]+;|[^]/g)) {
    const isTag = part.startsWith('<')
    const wanted = !isTag && ranges.some(([start, end]) => at >= start && at < end)
    if (wanted !== isOpen) marked += wanted ? '<mark>' : '</mark>'
    isOpen = wanted
    marked += part
    if (!isTag) at++
  }
  return isOpen ? `${marked}</mark>` : marked
}

/** Comments for tools: comments in the form of JSDoc, and those that set up a linter. */
const TOOL_COMMENTS = /^[ \t]*\/\*(?:\*|\s*eslint)[^]*?\*\/[ \t]*$|\/\*\* @.*?\*\/ ?|[ \t]*\/\/[ \t]*eslint-.*$/gm

/** @param {string} source @returns {{ number: number, text: string, html: string }[]} its lines, without comments for tools */
function readCode (source) {
  const code = source.replaceAll('\r\n', '\n').trimEnd()
  // keeps the line breaks of a comment, so that the lines below the comment keep their numbers
  const shown = code.replace(TOOL_COMMENTS, (comment) => comment.replace(/[^\n]+/g, ''))
  const [original, texts, marked] = [code.split('\n'), shown.split('\n'), highlight(shown)]
  const lines = texts.map((text, index) => ({ number: index + 1, text, html: marked[index] }))
  const isRemoved = (/** @type {number} */ index) => texts[index] === '' && original[index].trim() !== ''
  // also removes empty lines that are now the first, or follow an empty line
  return lines.filter((_, index) => !isRemoved(index))
    .filter(({ text }, index, all) => text.trim() || (index > 0 && all[index - 1].text.trim()))
}

/** @param {string} source @returns {string[]} HTML of each line, in which what is coloured over several lines is closed and opened again */
export function highlight (source) {
  /** @type {string[]} */
  let open = []
  return hljs.highlight(source, { language: 'javascript' }).value.split('\n').map((line) => {
    const html = open.join('') + line
    for (const [tag] of line.matchAll(/<span[^>]*>|<\/span>/g)) open = tag === '</span>' ? open.slice(0, -1) : [...open, tag]
    return html + '</span>'.repeat(open.length)
  })
}
