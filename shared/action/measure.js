import { existsSync, mkdirSync, writeFileSync } from 'node:fs'
import { join, resolve } from 'node:path'
import { fileURLToPath } from 'node:url'
import { HotpathError } from '@hotpath-labs/engine/failures.js'
import { runCommand } from '@hotpath-labs/engine/process/child.js'
import { formatMarkdown } from 'hotpath/internal/compare/report.js'
import { RED_VERDICTS } from 'hotpath/internal/compare/result.js'
import { findBaseRevision } from './base.js'
import { formatComment } from './comment.js'
import { decide } from './decide.js'
import { readParts } from './foreign-result.js'
import { addSummary, readEvent, runStep, say, setOutput } from './runner.js'
import { cleanText } from './text.js'

/**
 * @import { CommandError } from '@hotpath-labs/engine/process/child.js'
 * @import { CompareResult } from 'hotpath/internal/compare/result.js'
 * @import { Part } from './foreign-result.js'
 * @import { Env } from './runner.js'
 */

const HOTPATH = fileURLToPath(import.meta.resolve('hotpath/internal/cli/hotpath.js'))

/**
 * The step that compares a pull request with its base, and keeps the result for the comment. With HOTPATH_MODE=confirm it compares again
 * what the first machine called slower.
 *
 * @param {Env} env
 */
export async function measure (env) {
  const isConfirming = env.HOTPATH_MODE === 'confirm'
  const kept = String(env.HOTPATH_KEPT)
  const name = isConfirming ? 'hotpath-second' : `hotpath-first-${(env.HOTPATH_SHARD || '1/1').replace('/', '-of-')}`
  mkdirSync(kept, { recursive: true })
  const folder = String(env.HOTPATH_EARLIER)
  const earlier = isConfirming ? decide(readParts(folder), 'pass').first : null
  const { part, full } = await compare(env, { kept, earlier: earlier && decide(readParts(folder, String), 'pass').first })
  writeFileSync(join(kept, `${name}.json`), JSON.stringify(full ?? part))
  setOutput(env, 'name', name)
  setOutput(env, 'file', join(kept, `${name}.json`))
  if ('problem' in part) say(env, part.problem)
  else if (earlier) summarizeBoth(env, earlier, part.result)
  else addSummary(env, formatMarkdown(part.result))
  if ('result' in part && RED_VERDICTS.includes(part.result.verdict)) setOutput(env, 'red', 'true')
  addSummary(env, `\nThis job has used ${countMinutes(env)} min of a runner so far.`)
}

/**
 * @param {Env} env
 * @param {{ kept: string, earlier: CompareResult | null }} how `earlier`: only what is red in it is compared, by its names as they are
 * @returns {Promise<{ part: Part, full?: object }>}
 */
async function compare (env, { kept, earlier }) {
  if (env.HOTPATH_MODE === 'confirm' && !earlier) return { part: { problem: 'The result of the first machine is missing.' } }
  const folder = resolve(String(env.GITHUB_WORKSPACE), env.HOTPATH_FOLDER ?? '')
  if (!existsSync(folder)) return { part: { problem: `There is no folder ${env.HOTPATH_FOLDER}. Correct the input working-directory.` } }
  try {
    const base = await findBaseRevision(readEvent(env), folder)
    const file = join(kept, 'earlier.json')
    if (earlier) writeFileSync(file, JSON.stringify(earlier))
    return await run(['compare', '--base', base, '--json', ...earlier ? ['--again', file] : [], ...listOptions(env)], folder)
  } catch (error) {
    if (!(error instanceof HotpathError)) throw error
    return { part: { problem: error.text } }
  }
}

/** @param {Env} env @returns {string[]} what the action's inputs add to the command line */
function listOptions (env) {
  const options = { seconds: env.HOTPATH_SECONDS, margin: env.HOTPATH_MARGIN, setup: env.HOTPATH_SETUP, shard: env.HOTPATH_SHARD }
  const files = (env.HOTPATH_FILES ?? '').split('\n').map((line) => line.trim()).filter(Boolean)
  return [...Object.entries(options).flatMap(([name, value]) => value ? [`--${name}`, value] : []), '--', ...files]
}

/** @param {string[]} args @param {string} folder @returns {Promise<{ part: Part, full?: object }>} */
async function run (args, folder) {
  const options = { cwd: folder, env: process.env, onStderr: (/** @type {string} */ text) => { process.stderr.write(text) } }
  /** @type {Pick<CommandError, 'message' | 'stdout' | 'stderr'>} a red result also ends with another code than 0 */
  const { message, stdout, stderr } = await runCommand(process.execPath, [HOTPATH, ...args], options)
    .then((stdout) => ({ message: 'hotpath printed no result.', stdout, stderr: '' }), (error) => error)
  try {
    const result = JSON.parse(stdout)
    return { part: { result }, full: result }
  } catch {
    return { part: { problem: cleanText(stderr.trim().split('\n').at(-1) || message, 600) } }
  }
}

/** Writes the figures of both machines. @param {Env} env @param {CompareResult} first @param {CompareResult} second */
function summarizeBoth (env, first, second) {
  const outcome = decide({ first: [{ result: first }], second: [{ result: second }] }, 'pass')
  const around = { base: readEvent(env).pull_request?.base.ref ?? 'main', acceptLabel: env.HOTPATH_ACCEPT_LABEL ?? '', isAccepted: false, minutes: 0 }
  addSummary(env, formatComment(outcome, around))
  for (const [place, { machine, node }] of /** @type {[string, CompareResult][]} */ ([['First', first], ['Second', second]])) {
    addSummary(env, `- ${place} machine: ${cleanText(machine.cpu, 80)}, ${machine.cores} cores, ${cleanText(machine.os, 80)}, Node ${cleanText(node.head, 20)}`)
  }
}

/** @param {Env} env @returns {number} minutes since the action began, as GitHub bills them */
const countMinutes = (env) => Math.max(1, Math.ceil((Date.now() / 1000 - Number(env.HOTPATH_STARTED || Date.now() / 1000)) / 60))

if (process.argv[1] === fileURLToPath(import.meta.url)) await runStep(process.env, measure)
