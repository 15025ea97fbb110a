import { claimSvg } from '../report/versions-svg.js'
import { frontSvg, surprises } from '../report/front-svg.js'
import { acrossTable, claimBlock, fatesTable, whereTable } from '../report/versions-markdown.js'

/** The page, and the picture of the front. */
export const PAGE = 'docs/then-and-now.md'
export const PICTURE = 'docs/then-and-now.svg'

/** A place in the page that is written from what is recorded: of fates, of a claim, of one Node against another, or of all. */
const PLACE = /(<!-- versions: ([^>]*?) -->\n)[^]*?(<!-- end of versions -->)/g

/**
 * @param {string} page as it is
 * @param {import('./reading.js').LabOverVersions[]} labs
 * @returns {Map<string, string>} every file that is made from what is recorded, by its path in the project
 * @throws {Error} where the page names what is not there
 */
export function pagesOf (page, labs) {
  /** @type {Map<string, string>} */
  const files = new Map()
  const claims = labs.flatMap((lab) => lab.claims)
  const written = page.replaceAll(PLACE, (whole, start, what, end) => `${start}\n${blockOf(what, labs, claims, files)}\n\n${end}`)
  files.set(PAGE, written)
  const shown = surprises(claims)
  if (shown.length) files.set(PICTURE, frontSvg(shown))
  return files
}

/** @param {string} what @param {import('./reading.js').LabOverVersions[]} labs @param {import('./reading.js').ClaimOverVersions[]} claims @param {Map<string, string>} files */
function blockOf (what, labs, claims, files) {
  const [kind, name, ...rest] = what.split(' ')
  if (kind === 'all') return whereTable(labs)
  if (kind === 'fates') return fatesTable([name, ...rest].join(' ').split(', '), claims)
  const lab = labs.find(({ lab }) => lab.name === name)
  if (kind === 'across' && lab) return acrossTable(lab, name)
  const told = lab?.claims.find(({ claim }) => claim.id === rest[0])
  if (kind !== 'claim' || !lab || !told) throw new Error(`${PAGE} has a place for ${JSON.stringify(what)}, which is not a claim of a lab.`)
  const picture = `versions/${name}-${rest[0]}.svg`
  if (told.readings.length) files.set(`docs/${picture}`, claimSvg(told))
  return claimBlock(told, name, picture)
}
