const ESCAPES = { '&': '&amp;', '<': '&lt;', '>': '&gt;', '"': '&quot;' }

/** @param {unknown} text @returns {string} as it may stand in HTML, in an attribute too */
export function escaped (text) {
  return String(text).replace(/[&<>"]/g, (found) => ESCAPES[/** @type {keyof typeof ESCAPES} */ (found)])
}

/** @param {unknown} data @returns {string} as it may stand in a script, where `</script>` in a text would end it */
export function asScript (data) {
  return JSON.stringify(data).replaceAll('<', '\\u003c')
}
