import { RESULT_MODE_NOTES, formatCountWithNoun } from 'hotpath/report'

/** @import { Result } from 'hotpath/measure' */

/**
 * Names machines by letters, because processors' names are too long for headings. A report about one machine needs no letter.
 *
 * @param {Result[]} results
 * @returns {{ machines: { letter: string, machine: string }[], placeOf: (result: Result) => string }}
 *   `placeOf` names the machine, the Node, and the mode unless it is the usual one
 */
export function assignMachineLetters (results) {
  const machines = [...new Set(results.map(describeMachine))]
  const letter = (/** @type {string} */ machine) => machines.length > 1 ? formatLetter(machines.indexOf(machine)) : ''
  return {
    machines: machines.map((machine) => ({ letter: letter(machine), machine })),
    placeOf: (result) => [letter(describeMachine(result)), `Node ${result.node.replace(/^v/, '')}`, RESULT_MODE_NOTES[result.mode]].filter(Boolean).join(', '),
  }
}

/** @param {Result} result */
function describeMachine ({ machine: { cpu, cores, os } }) {
  return `${cpu}, ${formatCountWithNoun(cores, 'core')}, ${os}`
}

/** @param {number} index @returns {string} A to Z, then AA */
function formatLetter (index) {
  return (index >= 26 ? formatLetter(Math.floor(index / 26) - 1) : '') + String.fromCharCode(65 + index % 26)
}
