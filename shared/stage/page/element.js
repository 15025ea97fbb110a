/**
 * @param {string} tag
 * @param {object} [properties]
 * @param {(Node | string)[]} [children]
 * @returns {HTMLElement}
 */
export function element (tag, properties = {}, children = []) {
  const made = Object.assign(document.createElement(tag), properties)
  made.append(...children)
  return made
}

/** @param {string} text in which `code` stands between backticks @returns {(Node | string)[]} */
export function marked (text) {
  return text.split('`').map((part, index) => index % 2 ? element('code', { textContent: part }) : part)
}

/**
 * Replaces what is in an element, if it differs: what is laid out anew ten times a second takes its time from what is measured.
 *
 * @param {HTMLElement} place
 * @param {(Node | string)[]} children
 */
export function refill (place, children) {
  const next = element('div', {}, children)
  if (next.innerHTML !== place.innerHTML) place.replaceChildren(...next.childNodes)
}
