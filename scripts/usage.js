import { formatPath } from '@hotpath-labs/lab/project/project.js'
import { UsageError } from '@hotpath-labs/engine/failures.js'

/** @import { OptionValues } from 'commander' */

/** What replaces each removed command, such as `node`, or option, such as `figures --terminal`. @type {Record<string, string>} */
export const REMOVED = {
  'figures --terminal': 'pnpm figures no longer records docs/terminal.svg, which is now a fixed picture. Type: pnpm figures',
  node: 'pnpm node was removed, because --node downloads each version that it needs. Type: pnpm lab parse-int --node 22,24,26',
  'validate grid': 'pnpm validate grid was removed. To try blocks of other lengths, type: pnpm validate lengths parse-int',
  'lab --timing': 'pnpm lab --timing was removed. For the seconds of a run, type: pnpm lab <name> --verbose',
  'lab --trace': 'pnpm lab --trace was removed. For where the time goes, type: pnpm lab <name> profile',
  curves: 'pnpm curves was removed. To draw how a lab warms up on this machine, type: pnpm lab <name> curve',
  'lab --steady': 'pnpm lab --steady was removed. For warm programs, type: pnpm lab <name> --warm-up 4000',
  'verify --steady': 'pnpm verify --steady was removed. For warm programs, type: pnpm verify --warm-up 4000',
}

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
