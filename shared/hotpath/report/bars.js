import stringWidth from 'string-width'
import { tabulateCosts } from './cost-tables.js'
import { TABLE_COLUMN_GAP, formatColumns, wrapText } from './lines.js'
/** @import { Manifest } from '../lab/manifest.js' */
/** @import { CostTable, Row } from './cost-tables.js' */
/** @import { Cell } from './lines.js' */
/** @import { Result } from './result-schema.js' */

/** Minimum length of the longest bar, in columns. Shorter bars would not show differences. */
const SHORTEST_BAR = 8

/** Characters that fill 0 to 7 eighths of a column, so that bars of 25 columns show differences of half a percent. */
const EIGHTHS = ['', '▏', '▎', '▍', '▌', '▋', '▊', '▉']

/**
 * Draws the costs of variants as bars, in one chart for each group of variants that claims compare.
 *
 * @param {Result} result
 * @param {Manifest} manifest
 * @param {any} paint
 * @param {number} width
 * @param {string} below a text below the first chart, because the lab's lower bound is in this chart
 */
export function drawCostBars (result, manifest, paint, width, below) {
  return tabulateCosts(result, manifest).map((table, index) => drawCostTable(table, paint, width) + (index ? '' : below)).join('\n\n')
}

/** @param {CostTable} costs @param {any} paint @param {number} width */
function drawCostTable ({ heading, rows, most }, paint, width) {
  const columnWidth = (/** @type {Exclude<keyof Row, 'cost'>} */ column) =>
    Math.max(...rows.map((row) => stringWidth(row[column]))) + TABLE_COLUMN_GAP.length
  const left = width - columnWidth('name') - columnWidth('formattedCost')
  // On a narrow terminal, first drop the column `beside` (memory before and after), because no claim needs this column. Then shorten names.
  const hasBeside = rows.some(({ beside }) => beside) && left - columnWidth('beside') >= SHORTEST_BAR
  const longest = Math.max(SHORTEST_BAR, hasBeside ? left - columnWidth('beside') : left)
  const table = rows.map(({ variant, name, cost, formattedCost, beside }) => {
    const painter = variant === 'slow' ? paint.yellow : variant === 'fast' ? paint.green : paint.cyan
    /** @type {Cell[]} */
    const cells = [paint.bold(name), painter(drawBar(cost / most, longest)), { content: formattedCost, hAlign: 'right' }]
    return hasBeside ? [...cells, paint.dim(beside)] : cells
  })
  return `${paint.dim(wrapText(heading, '', width))}\n${formatColumns(table, width, [0])}`
}

/** @param {number} share of the scale, 0..1 @param {number} width of the scale */
function drawBar (share, width) {
  const eighths = Math.max(1, Math.round(share * width * 8))
  return '█'.repeat(Math.floor(eighths / 8)) + EIGHTHS[eighths % 8]
}
