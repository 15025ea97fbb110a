import * as v from 'valibot'
import { formatManifestError } from 'hotpath/lab'

const name = v.pipe(v.string(), v.nonEmpty())

/** Schema of a collection in a lab.js: a function that makes the documents, or an object with such a function and a list of indexes. */
const collection = v.union(
  [v.function(), v.strictObject({ documents: v.function(), indexes: v.array(v.looseObject({ key: v.record(name, v.number()) })) })],
  'a function that makes the documents, or { documents, indexes }'
)

/**
 * @param {unknown} collections of a lab
 * @returns {string | undefined} the wrong field, and the expected value
 */
export function findCollectionMistake (collections) {
  const parsed = v.safeParse(v.record(name, collection), collections, { abortPipeEarly: true })
  return parsed.success ? undefined : formatManifestError(parsed.issues[0], [])
}
