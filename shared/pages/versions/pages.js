import { claimSvg } from './versions-svg.js'
import { FRONT, frontSvg } from './front-svg.js'
import { acrossTable, ACTIONS, actionTable, claimBlock, whereTable } from '@hotpath-labs/history'

/** The page, and the picture of the front. */
export const PAGE = 'docs/then-and-now.md'
export const PICTURE = 'docs/then-and-now.svg'

/** A place in the page that is written from records: what to unlearn, a claim, one Node against another, or all that is on record. */
const PLACE = /(<!-- versions: ([^>]*?) -->\n)[^]*?(<!-- end of versions -->)/g

/**
 * @param {string} page as it is
 * @param {import('@hotpath-labs/history').LabOverVersions[]} labs
 * @returns {Map<string, string>} every file that is made from what is recorded, by its path in the project
 * @throws {Error} where the page names what is not there
 */
export function pagesOf (page, labs) {
  /** @type {Map<string, string>} */
  const files = new Map()
  const claims = labs.flatMap((lab) => lab.claims)
  const written = page.replaceAll(PLACE, (whole, start, what, end) => `${start}\n${blockOf(what, labs, claims, files)}\n\n${end}`)
  files.set(PAGE, written)
  const shown = FRONT.flatMap(({ lab, id, takeaway }) => {
    const told = claims.find((told) => told.lab === lab && told.claim.id === id)
    return told && told.readings.length > 1 ? [{ takeaway, told }] : []
  })
  if (shown.length) files.set(PICTURE, frontSvg(shown))
  return files
}

/** @param {string} what @param {import('@hotpath-labs/history').LabOverVersions[]} labs @param {import('@hotpath-labs/history').ClaimOverVersions[]} claims @param {Map<string, string>} files */
function blockOf (what, labs, claims, files) {
  const [kind, name, ...rest] = what.split(' ')
  if (kind === 'all') return whereTable(labs)
  if (kind === 'to' && (Object.hasOwn(ACTIONS, name) || name === 'unclear')) return actionTable(/** @type {keyof typeof ACTIONS} */ (name), claims)
  const lab = labs.find(({ lab }) => lab.name === name)
  if (kind === 'across' && lab) return acrossTable(lab, name)
  const told = lab?.claims.find(({ claim }) => claim.id === rest[0])
  if (kind !== 'claim' || !lab || !told) throw new Error(`${PAGE} has a place for ${JSON.stringify(what)}, which is not a claim of a lab.`)
  const picture = `versions/${name}-${rest[0]}.svg`
  if (told.readings.length) files.set(`docs/${picture}`, claimSvg(told))
  return claimBlock(told, name, picture)
}
