import { existsSync, mkdirSync, readFileSync, readdirSync, rmSync } from 'node:fs'
import { basename, join } from 'node:path'
import { renderClaimOverVersions } from '@hotpath-labs/records/versions/markdown.js'
import { collectLabResultsByNode } from '@hotpath-labs/records/versions/results.js'
import { loadNamedLab } from '@hotpath-labs/lab/project/timetable.js'
import { listLabNames } from '@hotpath-labs/lab/project/project.js'
import { drawClaimChart } from '@hotpath-labs/site/versions/pages.js'
import { escapeHtml } from '@hotpath-labs/site/html.js'
import { writeFileAtomically } from '@hotpath-labs/engine/files.js'

/** @typedef {import('@hotpath-labs/lab/load.js').Lab} Lab */

/**
 * Writes one page for each lab, and deletes the pages of labs that no longer exist.
 *
 * @param {string} folder in which only the index is kept in the repository
 */
export async function writeLabPages (folder) {
  mkdirSync(folder, { recursive: true })
  const names = listLabNames()
  for (const file of readdirSync(folder)) if (file.endsWith('.md') && file !== 'index.md' && !names.includes(basename(file, '.md'))) rmSync(join(folder, file))
  await Promise.all(names.map(async (name) => {
    const file = join(folder, `${name}.md`)
    const page = await renderLabPage(name)
    // writes only a changed page, because `pnpm site` builds every written page again
    if (!existsSync(file) || readFileSync(file, 'utf8') !== page) writeFileAtomically(file, page)
  }))
}

/**
 * @param {string} name of a lab
 * @returns {Promise<string>} the Markdown of the lab's page: README, programs, ratios by version of Node
 */
export async function renderLabPage (name) {
  const lab = await loadNamedLab(name)
  return [
    `<!--@include: ../../labs/${name}/README.md-->`,
    programs(lab),
    versions(lab),
  ].filter(Boolean).join('\n\n')
}

/** @param {Lab} lab */
function programs ({ name, files, manifest }) {
  const shown = Object.entries(files).map(([variant, file]) => `<<< @/../labs/${name}/${basename(file)}{js} [${variant}]`)
  const labels = Object.entries({ ...manifest.variants, ...(manifest.limit ? { limit: manifest.limit } : {}) })
  return ['## The programs', labels.map(([variant, label]) => `- **${variant}**: ${asText(label)}`).join('\n'), '::: code-group', ...shown, ':::'].join('\n\n')
}

/** @param {Lab} lab */
function versions (lab) {
  const told = collectLabResultsByNode(lab).claims.filter(({ readings }) => readings.length)
  if (told.length === 0) return ''
  const blocks = told.map((one) => {
    // embeds the chart as an <img>, because the styles of an inline SVG would apply to the whole page
    const picture = `data:image/svg+xml,${encodeURIComponent(drawClaimChart(one))}`
    return `### ${one.claim.id}\n\n${renderClaimOverVersions(one, lab.name, 'PICTURE').replace(/!\[(.*)\]\(PICTURE\)/, (_, alt) => `<img alt="${escapeHtml(alt)}" src="${picture}">`)}`
  })
  return ['## On which versions of Node', ...blocks].join('\n\n')
}

/** Escapes the characters that have a meaning in Markdown, in HTML or in a Vue template. @param {string} text */
function asText (text) {
  return text.replace(/[\\`*_{}[\]<>|#]/g, (sign) => `&#${sign.charCodeAt(0)};`)
}
