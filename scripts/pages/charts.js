import { existsSync, readFileSync } from 'node:fs'
import { relative } from 'node:path'
import { ROOT } from '@hotpath-labs/project'
import { drawLabChart } from '@hotpath-labs/pages'
import { resolveDataFilePath } from 'hotpath/lab'

/** @import { Lab } from 'hotpath/lab' */
/** @import { Page } from './figures.js' */

/** Name of a lab's chart file, which is in the lab's folder data/. */
const CHART = 'chart.svg'

/** @param {Lab} lab @returns {Page | undefined} the lab's chart; undefined if no figures are recorded */
export function drawLabChartFile (lab) {
  const file = resolveDataFilePath(lab.folder, CHART)
  const chart = drawLabChart(lab)
  const path = formatLink(ROOT, file)
  return chart && { path, text: existsSync(file) ? readFileSync(file, 'utf8') : '', written: chart.svg }
}

/** @param {Lab} lab @returns {string} Markdown: the lab's chart, with its figures for those who do not see it */
export function renderChartImage (lab) {
  const chart = drawLabChart(lab)
  if (!chart) return `No chart yet, because nothing is on record. Type \`pnpm lab ${lab.name} --record\`, then \`pnpm figures\`.`
  return `![${chart.alt.replace(/[\\`*_[\]<>]/g, '\\$&')}](${formatLink(lab.folder, resolveDataFilePath(lab.folder, CHART))})`
}

/**
 * Inserts the two markers between which the chart goes, below a README's title. Does nothing if the README already has them.
 *
 * @param {string} text of a lab's README
 * @param {string} name of the lab
 * @returns {string}
 */
export function insertChartPlaceholders (text, name) {
  if (text.includes(`<!-- chart of ${name},`)) return text
  return text.replace(/^# .*\n/, (title) => `${title}\n<!-- chart of ${name}, written by pnpm figures -->\n<!-- end of chart -->\n`)
}

/** @param {string} from @param {string} to @returns {string} path with slashes on every system */
function formatLink (from, to) {
  return relative(from, to).replaceAll('\\', '/')
}
