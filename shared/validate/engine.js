import { createHash } from 'node:crypto'
import { ENGINES } from 'hotpath/measure'
import { BELIEVED, RULE } from 'hotpath/stats'

/** The form of an engine's hash, which answers keep: of values, without their names. */
const ENGINE_HASH = /^values-[0-9a-f]{8}$/

/** How this engine is called among other tools. */
export const OURS = 'this engine'

/**
 * Hashes what decides an answer: the settings of its kind, the rule and the prior. Answers of another engine say nothing about this one.
 *
 * @param {import('./probe.js').Kind} kind
 * @returns {string}
 */
export function engineOf (kind) {
  const { SETTINGS, PACE } = ENGINES[kind]
  return hashOf([[SETTINGS, PACE], RULE, BELIEVED])
}

/**
 * Hashes values by their places, so that a better name for one of them keeps every answer.
 *
 * @param {unknown} settings
 * @returns {string}
 */
export function hashOf (settings) {
  return `values-${createHash('sha256').update(JSON.stringify(valuesOf(settings))).digest('hex').slice(0, 8)}`
}

/** @param {any} value @returns {unknown} the same without names */
function valuesOf (value) {
  return typeof value === 'object' && value !== null ? Object.values(value).map(valuesOf) : value
}

/**
 * @template {{ kind: import('./probe.js').Kind, tool?: string, engine?: string }} Row
 * @param {Row[]} rows
 * @returns {Row[]} those that this engine gave, or another tool
 * @throws {Error} where this engine cannot tell which engine gave an answer
 */
export function todays (rows) {
  const ours = rows.filter(({ tool = OURS }) => tool === OURS)
  const unknown = ours.find(({ engine }) => !ENGINE_HASH.test(String(engine)))
  if (unknown) throw new Error(`docs/validation has a verdict of the engine ${unknown.engine}; expected a hash such as ${engineOf('function')}. Delete such verdicts, or record them again: pnpm validate`)
  return rows.filter(({ kind, tool = OURS, engine }) => tool !== OURS || engine === engineOf(kind))
}
