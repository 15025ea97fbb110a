import { PUBLISHED_TEXTS } from './texts.js'

/** @import { Published } from '@hotpath-labs/lab/manifest.js' */

/**
 * Published figures by id, such as A38. Labs cite an id, and the field `hotpath` of package.json says that this module has its figure:
 * docs/decisions/030.
 *
 * @type {Record<string, Published>}
 */
const PUBLISHED = Object.fromEntries(PUBLISHED_TEXTS.flatMap(({ source, entries }) =>
  entries.flatMap(({ id, published }) => published ? [[id, { ...published, source }]] : [])))

export default PUBLISHED
