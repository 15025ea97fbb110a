/**
 * @param {string} tag
 * @param {object} [properties]
 * @param {(Node | string)[]} [children]
 * @returns {HTMLElement}
 */
export function createElement (tag, properties = {}, children = []) {
  const made = Object.assign(document.createElement(tag), properties)
  made.append(...children)
  return made
}

/** @param {string} text with `code` between backticks and *emphasis* between asterisks @returns {(Node | string)[]} */
export function renderInlineMarkdown (text) {
  const [emphasized, ...rest] = text.split('`')
  const words = emphasized.split(/\*(\w[^*]*)\*/).map((part, index) => index % 2 ? createElement('em', { textContent: part }) : part)
  if (rest.length === 0) return words
  const [code, ...after] = rest
  return [...words, createElement('code', { textContent: code }), ...renderInlineMarkdown(after.join('`'))]
}

/**
 * @param {string} tag of SVG
 * @param {Record<string, string | number | boolean>} [attributes]
 * @param {(Node | string)[]} [children]
 * @returns {Element}
 */
export function createSvgElement (tag, attributes = {}, children = []) {
  const made = document.createElementNS('http://www.w3.org/2000/svg', tag)
  for (const [name, value] of Object.entries(attributes)) made.setAttribute(name, String(value))
  made.append(...children)
  return made
}

/**
 * Replaces an element's children only if the new children differ, because ten layouts a second would take CPU time from the measurement.
 *
 * @param {HTMLElement} place
 * @param {(Node | string)[]} children
 */
export function replaceChildrenIfChanged (place, children) {
  const next = createElement('div', {}, children)
  if (next.innerHTML !== place.innerHTML) place.replaceChildren(...next.childNodes)
}

/**
 * Makes a bar whose length is a share of the longest bar's length.
 *
 * @param {string} kind class for its colour
 * @param {number} share 0 to 1
 */
export function makeBar (kind, share) {
  const bar = createElement('div', { className: `cost ${kind}` })
  bar.style.width = `${100 * share}%`
  return bar
}
