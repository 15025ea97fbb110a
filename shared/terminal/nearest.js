import { distance } from 'fastest-levenshtein'

/**
 * Finds the known word that is closest to a misspelled word.
 *
 * @param {string} word
 * @param {string[]} known
 * @returns {string | undefined} undefined if more than half of the longer word would have to change
 */
export function findNearestName (word, known) {
  const shareToChange = (/** @type {string} */ candidate) =>
    distance(word.toLowerCase(), candidate.toLowerCase()) / Math.max(word.length, candidate.length, 1)
  const ranked = known
    .map((candidate) => ({ candidate, far: shareToChange(candidate) }))
    .sort((a, b) => a.far - b.far)
  const start = known.find((candidate) => word.length > 1 && candidate.toLowerCase().startsWith(word.toLowerCase()))
  return start ?? (ranked[0]?.far <= 0.5 ? ranked[0].candidate : undefined)
}
