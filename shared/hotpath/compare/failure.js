/** The call cannot be followed as it was typed, or a perf file is wrong: exit code 2. */
export class CompareUsageError extends Error {
  name = 'CompareUsageError'
}

/** First location of a stack outside of Node's own files and of this package's worker. */
const LOCATION = /^ +at (?!.*node:)(?!.*hotpath\/(?:compare|worker)\/)(?:.*\()?(?:file:\/\/)?(.*?:\d+):\d+\)?$/m

/** First line of a syntax error's stack. */
const SYNTAX_LOCATION = /^(?:file:\/\/)?(\/.*:\d+)$/m

/** End of a process without an error of its own. */
const EXITED = /^exited with code \d+$/

/** Line in which Node names the error that ended a process. */
const ERROR_LINE = /^\w*Error\b.*:.*$/m

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
  const end = EXITED.test(what) ? `: ${stderr.match(ERROR_LINE)?.[0] ?? 'did it call process.exit?'}` : ''
  return `${what.replaceAll(/\s*\n\s*/g, ' ')}${end}${place ? ` (${place})` : ''}`
}
