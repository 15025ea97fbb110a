import { existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { ROOT } from '@hotpath-labs/project'
import { drawTerminalRecording } from '@hotpath-labs/pages'
import { writeDataFile } from 'hotpath/lab'

/** @import { RecordedTerminal } from './record.js' */
/** @import { Page } from '../pages/figures.js' */

/** Files of a recorded terminal: the recording and its picture. */
const RECORDED = 'docs/terminal.json'
const PICTURE = 'docs/terminal.svg'

/** Block characters of bar charts, which a screen reader cannot read aloud. */
const BARS = /[\u2580-\u259f]+/g

/** @returns {Page} docs/terminal.svg, drawn from its recording */
export function drawRecordedTerminal () {
  /** @type {RecordedTerminal} */
  const recorded = JSON.parse(readFileSync(join(ROOT, RECORDED), 'utf8'))
  const file = join(ROOT, PICTURE)
  return { path: PICTURE, text: existsSync(file) ? readFileSync(file, 'utf8') : '', written: drawTerminalRecording(recorded, describeTerminal(recorded)) }
}

/** @param {RecordedTerminal} recorded @returns {{ title: string, description: string }} */
function describeTerminal ({ lab, rows }) {
  const texts = rows.map(({ versions }) => versions.at(-1)?.spans.map(([text]) => text).join('').replace(BARS, '').trim() ?? '')
  return { title: `${lab}: make it fast, be judged`, description: `A terminal: ${texts.filter(Boolean).join(' ')}` }
}

/**
 * Writes the recorded terminal to docs/terminal.json, one row on each line, so that diffs are readable.
 *
 * @param {RecordedTerminal} recorded
 */
export function writeRecordedTerminal ({ rows, ...head }) {
  const lines = rows.map((row) => `  ${JSON.stringify(row)}`).join(',\n')
  writeDataFile(join(ROOT, RECORDED), `${JSON.stringify(head).slice(0, -1)},"rows":[\n${lines}\n]}\n`)
}
