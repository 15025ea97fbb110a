import { drawClaim } from './versions-svg.js'
import { FRONT, drawFront } from './front-svg.js'
import { renderCrossVersions, ACTIONS, renderActions, renderClaimBlock, renderCoverage } from '@hotpath-labs/history'

/** @import { ClaimOverVersions, LabOverVersions } from '@hotpath-labs/history' */

/** Paths of the page about versions and of the README's picture. */
export const PAGE = 'docs/then-and-now.md'
export const PICTURE = 'docs/then-and-now.svg'

/** Pattern of a block in the page that a command writes from records. */
const PLACE = /(<!-- versions: ([^>]*?) -->\n)[^]*?(<!-- end of versions -->)/g

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
  const written = page.replaceAll(PLACE, (whole, start, what, end) => `${start}\n${renderBlock(what, labs, claims, files)}\n\n${end}`)
  files.set(PAGE, written)
  const shown = FRONT.flatMap(({ lab, id, takeaway }) => {
    const history = claims.find((history) => history.lab === lab && history.claim.id === id)
    return history && history.readings.length > 1 ? [{ takeaway, history }] : []
  })
  if (shown.length) files.set(PICTURE, drawFront(shown))
  return files
}

/** @param {string} what @param {LabOverVersions[]} labs @param {ClaimOverVersions[]} claims @param {Map<string, string>} files */
function renderBlock (what, labs, claims, files) {
  const [kind, name, ...rest] = what.split(' ')
  if (kind === 'all') return renderCoverage(labs)
  if (kind === 'to' && (Object.hasOwn(ACTIONS, name) || name === 'unclear')) return renderActions(/** @type {keyof typeof ACTIONS} */ (name), claims)
  const lab = labs.find(({ lab }) => lab.name === name)
  if (kind === 'across' && lab) return renderCrossVersions(lab, name)
  const history = lab?.claims.find(({ claim }) => claim.id === rest[0])
  if (kind !== 'claim' || !lab || !history) throw new Error(`${PAGE} has a block for ${JSON.stringify(what)}, and no lab has that claim. Expected: claim LAB CLAIM.`)
  const picture = `versions/${name}-${rest[0]}.svg`
  if (history.readings.length) files.set(`docs/${picture}`, drawClaim(history))
  return renderClaimBlock(history, name, picture)
}
