import { readdirSync } from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { readJsonFile } from '@hotpath-labs/lab/data.js'

/** @import { Published } from '@hotpath-labs/lab/manifest.js' */

/**
 * @typedef {Omit<Published, 'source'>} Figure of a text
 *
 * @typedef {object} Entry a claim of a text
 * @property {string} id such as A38, which a claim of a lab cites in `published`
 * @property {string} place where the text says it
 * @property {string} claim in a sentence of ours
 * @property {Figure} [published] of an entry that a lab cites
 * @property {string} [lab] a lab and its claim, which measure the same without a published figure
 * @property {string} [figures] as the text prints them, where no lab cites the entry
 * @property {import('./ledger.js').Verdict} [verdict] where no lab can say it
 * @property {string} [since] version of Node
 * @property {string} [why]
 *
 * @typedef {{ file: string, source: string, entries: Entry[] }} Text
 * @typedef {{ source: string, quotes: { place: string, line: string }[] }} Quoted lines of a text, word for word
 */

const FOLDER = fileURLToPath(new URL('texts', import.meta.url))

/** @type {Text[]} */
export const PUBLISHED_TEXTS = readdirSync(FOLDER).sort().map((file) => ({
  file,
  ...(/** @type {Omit<Text, 'file'>} */ (readJsonFile(join(FOLDER, file), { isOurs: true }))),
}))

export const QUOTES_FROM_TEXTS = /** @type {Quoted[]} */ (
  readJsonFile(fileURLToPath(new URL('quotes.json', import.meta.url)), { isOurs: true })
)
