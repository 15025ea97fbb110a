/** Pattern for the first line of a stack trace that is in the user's code, not in Node or this package. */
const LOCATION = /^ +at (?!.*node:)(?!.*hotpath[\\/](?:compare|worker)[\\/])(?:.*\()?(?:file:\/\/)?(.*?:\d+):\d+\)?$/m

/** Pattern for the file and line that Node prints above a syntax error. */
const SYNTAX_LOCATION = /^(?:file:\/\/)?((?:\/|[A-Za-z]:\\).*:\d+)$/m

/** Pattern for the message about a process that exited without reporting an error. */
const EXITED = /^exited with code \d+$/

/** Pattern for the line of stderr in which Node names the error that ended a process. */
const ERROR_LINE = /^\w*Error\b.*:.*$/m

/**
 * Formats the error message about a measured process that failed, with the file and line in the user's code.
 *
 * @param {{ what: string, stderr: string }} failure of a measured process
 * @param {string} [folder] of the side: its files are shortened
 * @returns {string} continues the side's name
 */
export function formatProcessFailure ({ what, stderr }, folder = '') {
  const [, location] = stderr.match(LOCATION) ?? stderr.match(SYNTAX_LOCATION) ?? []
  const place = location?.startsWith(folder) ? location.slice(folder.length).replace(/^[\\/]/, '') : location
  const end = EXITED.test(what) ? `: ${stderr.match(ERROR_LINE)?.[0] ?? 'did the code call process.exit?'}` : ''
  return `${what.replaceAll(/\s*\n\s*/g, ' ')}${end}${place ? ` (${place})` : ''}`
}
