import { MOST_WAIT_MS } from './processes.js'

/**
 * Collects what a process writes.
 *
 * @param {(text: string) => string} normalize applied before a text is compared
 * @returns {{ add: (text: string) => void, waitFor: (words: RegExp) => Promise<string>, all: () => string }}
 *   `waitFor` resolves to the text written since it last did
 */
export function collectOutput (normalize) {
  let all = ''
  let fresh = ''
  let check = () => {}
  return {
    add (text) {
      all += text
      fresh += text
      check()
    },
    waitFor (words) {
      return new Promise((resolve, reject) => {
        const timer = setTimeout(() => reject(new Error(`waited for ${words}; written was: ${fresh}`)), MOST_WAIT_MS)
        check = () => {
          const text = normalize(fresh)
          if (!words.test(text)) return
          clearTimeout(timer)
          check = () => {}
          fresh = ''
          resolve(text)
        }
        check()
      })
    },
    all: () => all,
  }
}
