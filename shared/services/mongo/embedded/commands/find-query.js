/**
 * @param {Record<string, any>} command a find
 * @returns {import('../retrieval.js').Query} what it asks for
 */
export function queryOf ({ filter, sort, hint, skip, limit }) {
  return { filter, sort, hint, skip: Number(skip ?? 0), limit: Number(limit ?? 0) }
}
