import { MODES, counting } from 'hotpath/report'

/** @typedef {import('hotpath/measure').Result} Result */

/**
 * Where results are from. Machines get letters where there are several, for a heading has no room for a processor's name.
 *
 * @param {Result[]} results
 * @returns {{ told: { letter: string, machine: string }[], placeOf: (result: Result) => string }} `placeOf` names the machine, the Node, and what was measured if not slow and fast as they are
 */
export function placesOf (results) {
  const machines = [...new Set(results.map(machineOf))]
  const letter = (/** @type {string} */ machine) => machines.length > 1 ? lettered(machines.indexOf(machine)) : ''
  return {
    told: machines.map((machine) => ({ letter: letter(machine), machine })),
    placeOf: (result) => [letter(machineOf(result)), `Node ${result.node.replace(/^v/, '')}`, MODES[result.mode]].filter(Boolean).join(', '),
  }
}

/** @param {Result} result */
function machineOf ({ machine: { cpu, cores, os } }) {
  return `${cpu}, ${counting(cores, 'core')}, ${os}`
}

/** @param {number} index @returns {string} A to Z, then AA */
function lettered (index) {
  return (index >= 26 ? lettered(Math.floor(index / 26) - 1) : '') + String.fromCharCode(65 + index % 26)
}
