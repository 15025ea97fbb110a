import { createHash } from 'node:crypto'
import * as functions from '../measure/function.js'
import * as heaps from '../measure/heap.js'
import * as servers from '../measure/server.js'
import { BELIEVED } from '../stats/prior.js'
import { RULE } from '../stats/rule.js'

const SETTINGS = Object.fromEntries(Object.entries({ function: functions, server: servers, heap: heaps }).map(([kind, { SETTINGS, PACE }]) => [kind, { ...SETTINGS, ...PACE }]))

/**
 * What an answer was given by: the rule and the settings of its kind, hashed. Answers of another engine say nothing about this one.
 *
 * @param {import('./probe.js').Kind} kind
 * @returns {string}
 */
export function engineOf (kind) {
  return createHash('sha256').update(JSON.stringify([SETTINGS[kind], RULE, BELIEVED])).digest('hex').slice(0, 8)
}

/**
 * @template {{ kind: import('./probe.js').Kind, tool?: string, engine?: string }} Row
 * @param {Row[]} rows
 * @returns {Row[]} those that this engine gave, or another tool
 */
export function todays (rows) {
  const engines = Object.fromEntries(Object.keys(SETTINGS).map((kind) => [kind, engineOf(/** @type {import('./probe.js').Kind} */ (kind))]))
  return rows.filter(({ kind, tool = OURS, engine }) => tool !== OURS || engine === engines[kind])
}

/** How this engine is called among other tools. */
export const OURS = 'this engine'
