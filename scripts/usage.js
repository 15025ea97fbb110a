import { InvalidArgumentError } from 'commander'
import { existsSync, realpathSync } from 'node:fs'
import { fromCaller } from 'hotpath/files'
import { labFolder, labNames, shown } from '@hotpath-labs/project'
import { nearest } from 'hotpath/lab'

/** What was typed cannot be done; the message says what to type instead. */
export class UsageError extends Error {
  name = 'UsageError'
}

/**
 * Refuses an option that was typed and would do nothing.
 *
 * @param {import('commander').Command} command
 * @param {string[]} used options, as commander names them
 * @param {string} why begins the message
 */
export function refuse (command, used, why) {
  const idle = command.options.find((option) => command.getOptionValueSource(option.attributeName()) === 'cli' && !used.includes(option.attributeName()))
  if (idle) throw new UsageError(`${why} leave ${idle.long} out.`)
}

/** @param {string} name of a lab, or a path to one @returns {string} its folder */
export function folderOf (name) {
  const folder = labFolder(name)
  if (folder) return folder
  const near = nearest(name, labNames())
  throw new UsageError(`There is no lab ${JSON.stringify(name)}. ${near ? `Did you mean ${near}?` : 'pnpm lab lists them.'}`)
}

/**
 * Finds the folders of labs, each once: `verify a a ./labs/a` measures one lab.
 *
 * @param {string[]} names of labs, or paths to them; without any, all of the project's
 * @returns {string[]} in the order in which they were first typed
 */
export function foldersOf (names) {
  const known = new Set()
  return (names.length ? names : labNames()).map(folderOf).filter((folder) => known.size < known.add(realpathSync(folder)).size)
}

/** @param {import('hotpath/lab').Lab} lab @param {string} variant that it is to have */
export function checkVariant ({ name, files }, variant) {
  const near = nearest(variant, Object.keys(files))
  if (!Object.hasOwn(files, variant)) throw new UsageError(`${name} has no variant ${JSON.stringify(variant)}. ${near ? `Did you mean ${near}?` : `It has ${Object.keys(files).join(', ')}.`}`)
}

/**
 * Reads what is somebody else's, and says so where that is not possible.
 *
 * @template T
 * @param {string} file of the attendee
 * @param {() => T} read
 * @returns {T}
 */
export function readable (file, read) {
  try {
    return read()
  } catch (error) {
    if (!error.syscall) throw error
    throw new UsageError(`${shown(file)} cannot be read: ${error.message}`)
  }
}

/** @param {string} text @returns {number} */
export function wholeNumber (text) {
  const number = Number(text)
  if (!Number.isInteger(number) || number < 0 || number > 0xffffffff) throw new InvalidArgumentError('Expected a whole number from 0 to 4294967295.')
  return number
}

/** @param {string} text @returns {number} */
export function someSeconds (text) {
  const number = Number(text)
  if (!(number > 0 && number <= 3600)) throw new InvalidArgumentError('Expected a number of seconds, more than 0 and at most 3600.')
  return number
}

/** @param {string} text @returns {number} */
export function someMinutes (text) {
  const number = Number(text)
  if (!(number > 0 && number <= 1440)) throw new InvalidArgumentError('Expected a number of minutes, more than 0 and at most 1440.')
  return number
}

/** @param {string} text @returns {string} an absolute path */
export function existingFile (text) {
  const file = fromCaller(text)
  if (!existsSync(file)) throw new InvalidArgumentError(`There is no file ${file}.`)
  return file
}
