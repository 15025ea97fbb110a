import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { LABS } from '../shared/lab/find.js'
import { MY, makeFolder } from '../shared/mine/place.js'
import { save } from './measuring.js'
import { isResult } from './result-files.js'

/** @param {string} lab */
const fileOf = (lab) => join(MY, 'results', `${lab}.json`)

/**
 * @param {import('../shared/lab/find.js').Lab} lab
 * @param {import('../shared/measure/run.js').Result} result
 * @param {{ node?: string[] }} options of the command line
 * @returns {boolean} whether it is the last result of a lab of the project: one of several Nodes is not, nor what some other Node cannot run
 */
export function isWorthKeeping ({ folder }, { mode, verdict }, { node }) {
  return mode === 'measured' && folder.startsWith(LABS) && !(node && (node.length > 1 || verdict === 'cannot run'))
}

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

/** @param {string} lab @returns {import('../shared/measure/run.js').Result | undefined} its last one, if there is one that this version can show */
export function lastResult (lab) {
  try {
    const last = JSON.parse(readFileSync(fileOf(lab), 'utf8'))
    return isResult(last) ? last : undefined
  } catch {
    return undefined
  }
}
