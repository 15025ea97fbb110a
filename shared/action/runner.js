import { appendFileSync, readFileSync } from 'node:fs'
import { cleanText, formatCode } from './text.js'

/** @typedef {Record<string, string | undefined>} Env variables of a step */

/** @param {Env} env @returns {any} the event that started this workflow, from a file of the runner */
export function readEvent (env) {
  return JSON.parse(readFileSync(String(env.GITHUB_EVENT_PATH), 'utf8'))
}

/** Sets an output of this step. @param {Env} env @param {string} name @param {string} value */
export function setOutput (env, name, value) {
  // a line break would begin another output
  if (env.GITHUB_OUTPUT) appendFileSync(env.GITHUB_OUTPUT, `${name}=${value.replaceAll(/\s+/g, ' ')}\n`)
}

/** Adds Markdown to the job's summary. @param {Env} env @param {string} markdown */
export function addSummary (env, markdown) {
  if (env.GITHUB_STEP_SUMMARY) appendFileSync(env.GITHUB_STEP_SUMMARY, `${markdown}\n`)
}

/** Says one line in the log and in the job's summary. @param {Env} env @param {string} line */
export function say (env, line) {
  const text = cleanText(line, 600)
  addSummary(env, `hotpath: ${formatCode(text)}`)
  process.stdout.write(`hotpath: ${text}\n`)
}

/**
 * Runs a step. No error of its own makes the job fail, because the pull request is not to blame: the error becomes one line.
 *
 * @param {Env} env
 * @param {(env: Env) => Promise<void>} step
 */
export async function runStep (env, step) {
  try {
    await step(env)
  } catch (error) {
    say(env, error.name === 'ApiError' ? error.message : `an error of the action itself, which says nothing about your code: ${error.message}`)
    process.stderr.write(`${error.stack}\n`)
  }
}
