import { readFileSync } from 'node:fs'
import { relative } from 'node:path'

/** A file of records cannot be used: it was edited by hand, or is of another version. */
export class DamagedFile extends Error {
  name = 'DamagedFile'

  /** @param {string} file @param {string} why @param {{ isOurs?: boolean }} [how] `isOurs`: a part of the project, without which it is not whole */
  constructor (file, why, { isOurs = false } = {}) {
    super(`${relative('', file)} cannot be read: ${why}. Fix it${isOurs ? '' : ', or delete it to start over'}.`)
    this.why = why
  }
}

/** @param {string} file @param {{ isOurs?: boolean }} [how] @returns {any} what stands in it @throws {DamagedFile} where that is no JSON */
export function jsonIn (file, how) {
  try {
    return JSON.parse(readFileSync(file, 'utf8'))
  } catch (error) {
    throw new DamagedFile(file, error.message, how)
  }
}
