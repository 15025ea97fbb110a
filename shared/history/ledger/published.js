import { PUBLISHED_TEXTS } from './texts.js'

/** @import { Published } from 'hotpath/lab' */

/**
 * Published figures, by the ids with which labs cite them. The field `hotpath` of package.json names this module: docs/decisions/030.
 *
 * @type {Record<string, Published>}
 */
const PUBLISHED = Object.fromEntries(PUBLISHED_TEXTS.flatMap(({ source, entries }) =>
  entries.flatMap(({ id, published }) => published ? [[id, { ...published, source }]] : [])))

export default PUBLISHED
