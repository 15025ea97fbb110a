import { PUBLISHED_TEXTS } from './texts.js'

/** @import { Published } from 'hotpath/lab' */

/**
 * Figures from publications, by the ids that labs cite, such as A38. The field `hotpath` of package.json names this module:
 * docs/decisions/030.
 *
 * @type {Record<string, Published>}
 */
const PUBLISHED = Object.fromEntries(PUBLISHED_TEXTS.flatMap(({ source, entries }) =>
  entries.flatMap(({ id, published }) => published ? [[id, { ...published, source }]] : [])))

export default PUBLISHED
