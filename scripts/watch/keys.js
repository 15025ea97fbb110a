import { emitKeypressEvents } from 'node:readline'

/**
 * Calls `onKey` for each key pressed in the terminal, until this process ends or the returned function is called.
 *
 * @param {(key: string) => void} onKey a character, or `ctrl-c`
 * @param {NodeJS.ReadStream} [stdin]
 * @returns {() => void} stops reading, and restores the terminal
 */
export function readPressedKeys (onKey, stdin = process.stdin) {
  const onKeypress = (/** @type {string | undefined} */ character, /** @type {{ name?: string, ctrl?: boolean }} */ { name, ctrl }) => {
    if (ctrl) return name === 'c' || name === 'd' ? onKey('ctrl-c') : undefined
    if (character) onKey(character.toLowerCase())
  }
  const restore = () => {
    process.off('exit', restore)
    stdin.off('keypress', onKeypress).setRawMode(false).pause()
  }
  emitKeypressEvents(stdin)
  stdin.setRawMode(true).on('keypress', onKeypress).resume()
  process.on('exit', restore)
  return restore
}
