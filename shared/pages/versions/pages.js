import { drawClaimChart } from './versions-svg.js'
import { README_PICTURE_CLAIMS, drawReadmePicture } from './front-svg.js'
import { OUTCOMES_BY_READER_ACTION, renderClaimsByReaderAction, renderClaimOverVersions, renderRecordedLabsTable } from '@hotpath-labs/history'

/** @import { ClaimOverVersions, LabOverVersions } from '@hotpath-labs/history' */

/** Paths of the page about versions of Node and of the README's picture, relative to the repository. */
export const VERSIONS_PAGE_FILE = 'docs/then-and-now.md'
export const README_PICTURE_FILE = 'docs/then-and-now.svg'

/** Pattern of the marked parts of docs/then-and-now.md that `pnpm versions write` fills with recorded ratios. */
const BLOCK = /(<!-- versions: ([^>]*?) -->\n)[^]*?(<!-- end of versions -->)/g

/**
 * @param {string} page as it is
 * @param {LabOverVersions[]} labs
 * @returns {Map<string, string>} every file that is made from records, by its path in the project
 * @throws {Error} if a block names no claim
 */
export function renderVersionPages (page, labs) {
  /** @type {Map<string, string>} */
  const files = new Map()
  const claims = labs.flatMap((lab) => lab.claims)
  const written = page.replaceAll(BLOCK, (whole, start, what, end) => `${start}\n${renderBlock(what, labs, claims, files)}\n\n${end}`)
  files.set(VERSIONS_PAGE_FILE, written)
  const shown = README_PICTURE_CLAIMS.flatMap(({ lab, id, takeaway }) => {
    const history = claims.find((history) => history.lab === lab && history.claim.id === id)
    return history && history.readings.length > 1 ? [{ takeaway, history }] : []
  })
  if (shown.length) files.set(README_PICTURE_FILE, drawReadmePicture(shown))
  return files
}

/** @param {string} what @param {LabOverVersions[]} labs @param {ClaimOverVersions[]} claims @param {Map<string, string>} files */
function renderBlock (what, labs, claims, files) {
  const [kind, name, ...rest] = what.split(' ')
  if (kind === 'all') return renderRecordedLabsTable(labs)
  if (kind === 'to' && (Object.hasOwn(OUTCOMES_BY_READER_ACTION, name) || name === 'unclear')) return renderClaimsByReaderAction(/** @type {keyof typeof OUTCOMES_BY_READER_ACTION} */ (name), claims)
  const lab = labs.find(({ lab }) => lab.name === name)
  const history = lab?.claims.find(({ claim }) => claim.id === rest[0])
  if (kind !== 'claim' || !lab || !history) throw new Error(`${VERSIONS_PAGE_FILE} has the block <!-- versions: ${what} -->, but no lab has this claim. Expected: <!-- versions: claim LAB CLAIM -->`)
  const picture = `versions/${name}-${rest[0]}.svg`
  if (history.readings.length) files.set(`docs/${picture}`, drawClaimChart(history))
  return renderClaimOverVersions(history, name, picture)
}
