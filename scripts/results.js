import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { LABS, MY } from '@hotpath-labs/project'
import { makeFolder } from 'hotpath/files'
import { save } from './measuring.js'
import { isResult } from './result-files.js'

/** @param {string} lab */
const fileOf = (lab) => join(MY, 'results', `${lab}.json`)

/**
 * @param {import('hotpath/lab').Lab} lab
 * @param {import('hotpath/measure').Result} result
 * @param {{ node?: string[] }} options of the command line
 * @returns {boolean} whether it is the last result of a lab of the project: one of several Nodes is not, nor what some other Node cannot run
 */
export function isWorthKeeping ({ folder }, { mode, verdict }, { node }) {
  return mode === 'measured' && folder.startsWith(LABS) && !(node && (node.length > 1 || verdict === 'cannot run'))
}

/** @param {import('hotpath/measure').Result} result */
export function remember (result) {
  try {
    makeFolder(join(MY, 'results'))
  } catch (error) {
    process.stderr.write(`${fileOf(result.lab)} cannot be saved: ${error.message}\n`)
    return
  }
  save(fileOf(result.lab), JSON.stringify(result) + '\n')
}

/** @param {string} lab @returns {import('hotpath/measure').Result | undefined} its last one, if there is one that this version can show */
export function lastResult (lab) {
  try {
    const last = JSON.parse(readFileSync(fileOf(lab), 'utf8'))
    return isResult(last) ? last : undefined
  } catch {
    return undefined
  }
}
