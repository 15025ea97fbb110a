import { createHash } from 'node:crypto'
import { COMPARE_RULE } from 'hotpath/internal/compare/rule.js'
import { BLOCKS_PER_FUNCTION_PROCESS, COMMAND_SETTINGS } from 'hotpath/internal/compare/subject.js'
import { SUBJECTS_BY_LAB_KIND } from '@hotpath-labs/lab/measure/trial.js'
import { NOISE_PRIOR_SETTINGS, DECISION_RULE } from '@hotpath-labs/engine/stats/rule.js'
import { LatencySubject } from '@hotpath-labs/engine/subjects/latency.js'

/**
 * @import { CompareKind } from './compare/cells.js'
 * @import { Kind } from './probe.js'
 */

/**
 * Pattern of the hash that identifies a version of hotpath's engine. The hash covers the values of the engine's settings, but not their
 * names.
 */
const ENGINE_HASH = /^values-[0-9a-f]{8}$/

/** Name of hotpath in comparisons with other benchmark tools. */
export const THIS_ENGINE_NAME = 'this engine'

/**
 * Hashes the settings for measuring one kind of program, the stopping rule and the prior distribution. Recorded results with another hash
 * come from another version of the engine, and do not count.
 *
 * @param {Kind} kind
 * @returns {string}
 */
export function hashEngineSettings (kind) {
  return hashSettingValues([SUBJECTS_BY_LAB_KIND[kind].VALUES, DECISION_RULE, NOISE_PRIOR_SETTINGS])
}

/**
 * Hashes the settings and rules from which `hotpath compare` makes a verdict for one kind of program. The hash leaves out how a verdict
 * is confirmed.
 *
 * @param {CompareKind} kind
 * @returns {string}
 */
export function hashCompareSettings (kind) {
  if (kind === 'server' || kind === 'heap') return hashSettingValues([hashEngineSettings(kind), COMPARE_RULE])
  if (kind === 'heap of calls') return hashSettingValues([hashEngineSettings('heap'), COMPARE_RULE])
  if (kind === 'waits at a rate') return hashSettingValues([LatencySubject.VALUES, DECISION_RULE, COMPARE_RULE])
  return hashSettingValues([hashEngineSettings('function'), COMPARE_RULE, ...listOwnSettings(kind)])
}

/**
 * Hashes the settings with which `hotpath compare` measures a pair of processes. A rule that changes may judge such pairs again.
 *
 * @param {CompareKind} kind
 * @returns {string}
 */
export function hashPairSettings (kind) {
  if (kind === 'server' || kind === 'heap') return hashEngineSettings(kind)
  if (kind === 'heap of calls') return hashEngineSettings('heap')
  if (kind === 'waits at a rate') return hashSettingValues([LatencySubject.VALUES, DECISION_RULE])
  return hashSettingValues([hashEngineSettings('function'), ...listOwnSettings(kind)])
}

/** @param {CompareKind} kind of a function or a command @returns {unknown[]} settings that only `hotpath compare` has */
function listOwnSettings (kind) {
  return kind === 'command' ? [BLOCKS_PER_FUNCTION_PROCESS, COMMAND_SETTINGS] : [BLOCKS_PER_FUNCTION_PROCESS]
}

/**
 * Hashes the values of settings without their names, so that recorded results still count after a setting was renamed.
 *
 * @param {unknown} settings
 * @returns {string}
 */
export function hashSettingValues (settings) {
  return `values-${createHash('sha256').update(JSON.stringify(stripNames(settings))).digest('hex').slice(0, 8)}`
}

/** @param {unknown} value @returns {unknown} nested arrays of the values, without names */
function stripNames (value) {
  return typeof value === 'object' && value !== null ? Object.values(value).map(stripNames) : value
}

/**
 * Selects the recorded results of today's engine and of other tools. Results of older engines are left out.
 *
 * @template {{ kind: Kind, tool?: string, engine?: string }} Row
 * @param {Row[]} rows
 * @returns {Row[]}
 * @throws {Error} if an answer has a hash of unknown form
 */
export function selectResultsOfCurrentEngine (rows) {
  const ours = rows.filter(({ tool = THIS_ENGINE_NAME }) => tool === THIS_ENGINE_NAME)
  const unknown = ours.find(({ engine }) => !ENGINE_HASH.test(String(engine)))
  if (unknown) {
    const expected = `expected a hash such as ${hashEngineSettings('function')}`
    throw new Error(`docs/validation has a verdict of the engine ${unknown.engine}; ${expected}. Delete such verdicts, or record them again: pnpm validate`)
  }
  return rows.filter(({ kind, tool = THIS_ENGINE_NAME, engine }) => tool !== THIS_ENGINE_NAME || engine === hashEngineSettings(kind))
}
