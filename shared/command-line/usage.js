import { formatPath } from '@hotpath-labs/lab/project/project.js'
import { UsageError } from '@hotpath-labs/engine/failures.js'

/** @import { OptionValues } from 'commander' */

/**
 * Throws if the user typed an option that would have no effect.
 *
 * @param {import('commander').Command} command
 * @param {string[]} used options, as commander names them
 * @param {string} why begins the message
 */
export function refuseUnusedOptions (command, used, why) {
  const idle = command.options.find((option) => {
    const name = option.attributeName()
    return command.getOptionValueSource(name) === 'cli' && !used.includes(name)
  })
  if (idle) throw new UsageError(`${why} leave ${idle.long} out.`)
}

/**
 * Throws if the user typed two options that exclude each other.
 *
 * @param {OptionValues} options of the command line
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

/**
 * Calls a function that reads an attendee's file. If the file cannot be read, throws an error with the reason.
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
