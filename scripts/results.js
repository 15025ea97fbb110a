import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { MY, makeFolder } from '../shared/mine/place.js'
import { save } from './measuring.js'

/** @param {string} lab */
const fileOf = (lab) => join(MY, 'results', `${lab}.json`)

/** @param {import('../shared/measure/run.js').Result} result */
export function remember (result) {
  try {
    makeFolder(join(MY, 'results'))
  } catch (error) {
    process.stderr.write(`could not save ${fileOf(result.lab)}: ${error.message}\n`)
    return
  }
  save(fileOf(result.lab), JSON.stringify(result) + '\n')
}

/** @param {string} lab @returns {import('../shared/measure/run.js').Result | undefined} its last one, if there is one that can be read */
export function lastResult (lab) {
  try {
    return JSON.parse(readFileSync(fileOf(lab), 'utf8'))
  } catch {
    return undefined
  }
}
