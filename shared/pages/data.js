const ESCAPES = { '&': '&amp;', '<': '&lt;', '>': '&gt;', '"': '&quot;' }

/** @param {unknown} text @returns {string} for HTML and its attributes */
export function escapeHtml (text) {
  return String(text).replace(/[&<>"]/g, (found) => ESCAPES[/** @type {keyof typeof ESCAPES} */ (found)])
}

/** @param {unknown} data @returns {string} JSON for a script element, which `</script>` in a text would end */
export function formatJsonForScript (data) {
  return JSON.stringify(data).replaceAll('<', '\\u003c')
}
