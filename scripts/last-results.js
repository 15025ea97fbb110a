import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { LABS_FOLDER, ATTENDEE_FOLDER } from '@hotpath-labs/project'
import { makeFolder, writeFileAtUserPath } from 'hotpath/files'
import { matchesResultSchema } from './read-results.js'
import { saveFile } from './save-file.js'

/** @import { Lab } from 'hotpath/lab' */
/** @import { Result } from 'hotpath/measure' */

const FOLDER = join(ATTENDEE_FOLDER, 'results')

/** @param {string} lab */
const resultFile = (lab) => join(FOLDER, `${lab}.json`)

/**
 * Decides whether a new result replaces the last result that was saved for the same lab.
 *
 * @param {Pick<Lab, 'folder'>} lab only of this project
 * @param {Pick<Result, 'mode' | 'verdict'>} result
 * @param {{ node?: string[] }} options typed; nothing is replaced if --node has several versions, or a version that cannot run
 */
export function shouldReplaceLastResult ({ folder }, { mode, verdict }, { node }) {
  return mode === 'measured' && folder.startsWith(LABS_FOLDER) && !(node && (node.length > 1 || verdict === 'cannot run'))
}

/** Saves a result as the last result of its lab. If saving fails, prints a message and continues. @param {Result} result */
export function saveLastResult (result) {
  saveFile(resultFile(result.lab), JSON.stringify(result) + '\n', (file, text) => {
    makeFolder(FOLDER)
    writeFileAtUserPath(file, text)
  })
}

/** @param {string} lab @returns {Result | undefined} its last result, if this version can show it */
export function readLastResult (lab) {
  try {
    const last = JSON.parse(readFileSync(resultFile(lab), 'utf8'))
    return matchesResultSchema(last) ? last : undefined
  } catch {
    return undefined
  }
}
