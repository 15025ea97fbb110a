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
