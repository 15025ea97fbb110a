import { formatPath } from '@hotpath-labs/project'
import { findNearestName } from 'hotpath/lab'

/** Error for an invalid command line. Its message says what to type instead. */
export class UsageError extends Error {
  name = 'UsageError'
}

/**
 * Refuses an option that would have no effect.
 *
 * @param {import('commander').Command} command
 * @param {string[]} used options, as commander names them
 * @param {string} why begins the message
 */
export function refuseIdleOptions (command, used, why) {
  const idle = command.options.find((option) => {
    const name = option.attributeName()
    return command.getOptionValueSource(name) === 'cli' && !used.includes(name)
  })
  if (idle) throw new UsageError(`${why} leave ${idle.long} out.`)
}

/**
 * Refuses options that exclude each other.
 *
 * @param {any} options of the command line
 * @param {string[]} exclusive options, as commander names them
 * @returns {string | undefined} the option that is set, as commander names it
 */
export function refuseExclusiveOptions (options, exclusive) {
  const set = exclusive.filter((option) => options[option])
  if (set.length > 1) throw new UsageError(`${set.map(formatOptionFlag).join(' and ')} cannot go together: choose one.`)
  return set[0]
}

/** @param {string} option as commander names it @returns {string} the option as it is typed */
export function formatOptionFlag (option) {
  return `--${option.replace(/[A-Z]/g, (letter) => `-${letter.toLowerCase()}`)}`
}

/** Suggests the known word that the user probably meant. @param {string} typed @param {string[]} known @param {string} otherwise */
export function formatSuggestion (typed, known, otherwise) {
  const near = findNearestName(typed, known)
  return near ? `Did you mean ${near}?` : otherwise
}

/**
 * Reads an attendee's file, or throws an error that says why it cannot be read.
 *
 * @template T
 * @param {string} file
 * @param {() => T} read
 * @returns {T}
 */
export function explainReadErrors (file, read) {
  try {
    return read()
  } catch (error) {
    if (!error.syscall) throw error
    throw new UsageError(`${formatPath(file)} cannot be read: ${error.message}`)
  }
}
