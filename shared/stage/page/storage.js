/** @param {string} key @returns {string} what this browser keeps for the page; empty if there is nothing, or if it may keep nothing */
export function readKept (key) {
  try {
    return window.localStorage.getItem(key) ?? ''
  } catch {
    return ''
  }
}

/** Keeps a text for the next visit. @param {string} key @param {string} value */
export function keep (key, value) {
  try {
    window.localStorage.setItem(key, value)
  } catch {
    // continues without stored values, because a browser may forbid the page to store anything
  }
}
