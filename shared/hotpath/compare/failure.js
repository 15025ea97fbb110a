/** The call cannot be followed as it was typed, or a perf file is wrong: exit code 2. */
export class CompareUsageError extends Error {
  name = 'CompareUsageError'
}

/** First location of a stack outside of Node's own files and of this package's worker. */
const LOCATION = /^ +at (?!.*node:)(?!.*hotpath\/(?:compare|worker)\/)(?:.*\()?(?:file:\/\/)?(.*?:\d+):\d+\)?$/m

/** First line of a syntax error's stack. */
const SYNTAX_LOCATION = /^(?:file:\/\/)?(\/.*:\d+)$/m

/**
 * Says why a process failed, with the line in the user's code.
 *
 * @param {{ what: string, stderr: string }} failure of a measured process
 * @param {string} [folder] of the side: its files are shortened
 * @returns {string} continues the side's name
 */
export function formatFailure ({ what, stderr }, folder = '') {
  const [, location] = stderr.match(LOCATION) ?? stderr.match(SYNTAX_LOCATION) ?? []
  const place = location?.startsWith(folder) ? location.slice(folder.length).replace(/^[\\/]/, '') : location
  return `${what.replaceAll(/\s*\n\s*/g, ' ')}${place ? ` (${place})` : ''}`
}
