import { emitKeypressEvents } from 'node:readline'

/**
 * Hears single keys of the terminal, until this process ends or the keys are given back.
 *
 * @param {(key: string) => void} onKey a character, or `ctrl-c`
 * @returns {() => void} gives the terminal back as it was
 */
export function hearKeys (onKey) {
  const { stdin } = process
  const heard = (/** @type {string | undefined} */ character, /** @type {{ name?: string, ctrl?: boolean }} */ { name, ctrl }) => {
    if (ctrl) return name === 'c' || name === 'd' ? onKey('ctrl-c') : undefined
    if (character) onKey(character.toLowerCase())
  }
  const restore = () => {
    process.off('exit', restore)
    stdin.off('keypress', heard).setRawMode(false).pause()
  }
  emitKeypressEvents(stdin)
  stdin.setRawMode(true).on('keypress', heard).resume()
  process.on('exit', restore)
  return restore
}
