/**
 * Names the two programs of a sentence about different answers, as verdicts name them.
 *
 * @param {string} text about `mine` and `slow`
 * @param {string} owner name of the attendee's file
 * @param {import('@hotpath-labs/lab/manifest.js').Manifest} manifest
 * @returns {string} such as: GET /hello: express answers "hello world", yours answers "hello"
 */
export function nameProgramsOfDifference (text, owner, { variants }) {
  return text
    .replace(/\bslow(?= (answers|throws) )/, () => variants.slow)
    .replace(/\bmine(?= (answers|throws) |, )/, () => owner)
}
