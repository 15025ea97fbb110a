import { createElement } from './element.js'

/** Actions and their keys. Presentation remotes send PageUp and PageDown. */
const KEYS = /** @type {const} */ ({
  next: { keys: ['ArrowRight', 'ArrowDown', 'PageDown', ' ', 'Enter'], shown: '→ ↓ space', says: 'next screen; on a long screen, ↓ first scrolls to the end' },
  back: { keys: ['ArrowLeft', 'ArrowUp', 'PageUp', 'Backspace'], shown: '←', says: 'back' },
  run: { keys: ['r'], shown: 'R', says: 'measure; on the profile screen, take a profile; on the board, judge the files' },
  play: { keys: ['p'], shown: 'P', says: 'play the recording' },
  stop: { keys: ['x'], shown: 'X', says: 'stop what is running' },
  blank: { keys: ['b', '.'], shown: 'B', says: 'blank the screen, and show it again' },
  larger: { keys: ['+', '='], shown: '+', says: 'larger', own: true },
  smaller: { keys: ['-'], shown: '-', says: 'smaller', own: true },
  full: { keys: ['f'], shown: 'F', says: 'full screen', own: true },
  light: { keys: ['l'], shown: 'L', says: 'light or dark', own: true },
  notes: { keys: ['n'], shown: 'N', says: 'open a window with notes, the time and the next screen' },
  help: { keys: ['?'], shown: '?', says: 'list these keys; Esc closes the list', own: true },
})

/** @typedef {keyof typeof KEYS} Action */

/**
 * @param {KeyboardEvent} event
 * @param {boolean} isAudience true for a window that may change only its own size and colours
 * @returns {Action | number | undefined} the key's action, or the index of a screen
 */
export function findKeyAction (event, isAudience) {
  if (event.ctrlKey || event.metaKey || event.altKey) return
  const key = event.key.length === 1 ? event.key.toLowerCase() : event.key
  if (!isAudience && /^[1-6]$/.test(key)) return Number(key) - 1
  const isShiftSpace = key === ' ' && event.shiftKey
  if (isShiftSpace) return isAudience ? undefined : 'back'
  for (const [action, { keys, ...how }] of Object.entries(KEYS)) {
    if (/** @type {readonly string[]} */ (keys).includes(key) && (!isAudience || 'own' in how)) return /** @type {Action} */ (action)
  }
}

/** @param {boolean} isAudience @param {boolean} hasBoard @returns {HTMLElement} */
export function renderKeyTable (isAudience, hasBoard) {
  /** @type {string[][]} */
  const rows = Object.values(KEYS).filter((one) => !isAudience || 'own' in one).map(({ shown, says }) => [shown, says])
  if (!isAudience) rows.push(hasBoard ? ['1 2 3 4 5 6', 'go to that screen; 6 is the board'] : ['1 2 3 4 5', 'go to that screen'])
  return createElement('table', {}, rows.map(([keys, says]) => createElement('tr', {}, [
    createElement('td', {}, keys.split(' ').map((key) => createElement('kbd', { textContent: key }))),
    createElement('td', { textContent: says }),
  ])))
}
