import { formatLabArgument } from '@hotpath-labs/lab/project/project.js'
import { makeCommand } from '@hotpath-labs/terminal/terminal.js'

/** @import { Lab } from '@hotpath-labs/lab/load.js' */

/**
 * Replaces the actions and commands of a hint, or of a page's paragraph, by what the attendee can type here, without Markdown's emphasis.
 *
 * @param {string} text
 * @param {Lab} lab
 * @param {boolean} [isWatched] keys follow: those that do the same, or a command for another terminal
 */
export function nameWhatToType (text, lab, isWatched) {
  const typed = `lab ${formatLabArgument(lab)}`
  /** @type {Record<string, string>} */
  const keys = { profile: 'p', ...lab.manifest.kind === 'heap' && { 'profile --tool heap': 'p' } }
  const nameCommand = (/** @type {string} */ words) => `\`${makeCommand(words)}\`${isWatched ? ' (in another terminal)' : ''}`
  return text
    .replace(/([Tt]he) action `([^`]+)`/g, (_, the, action) =>
      isWatched && keys[action] ? `${the} key ${keys[action]}` : `${the} command ${nameCommand(`${typed} ${action}`)}`)
    .replace(/`pnpm test ([^`]+)`/g, '`node test/run.js $1`')
    .replace(/`pnpm ((?:lab|bench) [^`]+)`/g, (_, words) => (isWatched && { [typed]: 'm', [`${typed} mine`]: 'm', [`${typed} profile`]: 'p' }[words]) || nameCommand(words))
    .replace(/(?<![\w*])\*([A-Za-z][\w ]*)\*(?![\w*])/g, '$1')
}

/** @param {string} command @returns {(seconds: number) => string} for somebody in a session, where a terminal has only keys */
export function sayHowToMeasureLonger (command) {
  return (seconds) => `Measure longer in another terminal: ${command} --seconds ${seconds}`
}
