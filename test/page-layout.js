/* global getComputedStyle, Node -- this file runs in the page */

/**
 * Runs in a page.
 *
 * @returns {{ sideways: number, overlaps: string[], cut: string[], pale: string[] }} what is wrong with its looks
 */
export function findLayoutErrors () {
  const isShown = (/** @type {Element} */ element) => element.checkVisibility() && element.getBoundingClientRect().width > 0
  const all = (/** @type {string} */ selector) => [...document.querySelectorAll(selector)].filter(isShown)
  const named = (/** @type {Element} */ element) => `${element.tagName.toLowerCase()}.${element.getAttribute('class') ?? element.id} ${element.textContent?.trim().slice(0, 30)}`
  const { scrollWidth, clientWidth } = document.documentElement

  const overlaps = []
  // what stays at the window's edge lies over the rest, and is meant to
  const blocks = all('body > :not(svg), main > *, #panels > *, #graphs > *, .controls > *, .u-wrap, .u-title, .u-legend').filter((element) => getComputedStyle(element).position !== 'sticky')
  for (const [index, one] of blocks.entries()) {
    for (const other of blocks.slice(index + 1)) {
      if (one.contains(other)) continue
      // an inline text has a rectangle for each of its lines
      const [boxes, others] = [one, other].map((element) => [...element.getClientRects()])
      const overlap = (/** @type {DOMRect} */ a, /** @type {DOMRect} */ b) =>
        Math.min(a.right, b.right) - Math.max(a.left, b.left) > 1 && Math.min(a.bottom, b.bottom) - Math.max(a.top, b.top) > 1
      if (boxes.some((a) => others.some((b) => overlap(a, b)))) overlaps.push(`${named(one)} | ${named(other)}`)
    }
  }

  // a label in a flame graph may end in an ellipsis: the full text is shown below the graph
  const cut = all('h1, h2, p, button, th, td, .u-title, .u-legend').filter((element) => element.scrollWidth > element.clientWidth + 1 && getComputedStyle(element).display !== 'inline').map(named)
  cut.push(...all('canvas, table, g.frame').filter((element) => {
    const [{ right, bottom }, around] = [element, /** @type {Element} */ (element.closest('.panel, .graph, body'))].map((one) => one.getBoundingClientRect())
    return right > around.right + 1 || bottom > around.bottom + 1
  }).map(named))

  /** @param {string} colour as computed @returns {number[]} red, green, blue and alpha, 0..1 */
  const channels = (colour) => {
    const [red, green, blue, alpha = 1] = (colour.match(/[\d.]+/g) ?? []).map(Number)
    return [red / 255, green / 255, blue / 255, alpha]
  }
  const luminance = (/** @type {string} */ colour) => channels(colour).slice(0, 3)
    .map((value) => value <= 0.04045 ? value / 12.92 : ((value + 0.055) / 1.055) ** 2.4)
    .reduce((sum, value, index) => sum + value * [0.2126, 0.7152, 0.0722][index], 0)
  /** @param {Element} element @returns {string[]} the colours on which its text stands */
  const grounds = (element) => {
    const frame = element.closest('g.frame')
    if (frame) {
      const { fill } = getComputedStyle(/** @type {Element} */ (frame.querySelector('rect')))
      const [, pattern] = fill.match(/url\("?#(\w+)/) ?? []
      return pattern ? [...document.querySelectorAll(`#${pattern} > *`)].map((part) => getComputedStyle(part).fill) : [fill]
    }
    for (let at = /** @type {Element | null} */ (element); at; at = at.parentElement) {
      const { backgroundColor } = getComputedStyle(at)
      if (channels(backgroundColor)[3] > 0) return [backgroundColor]
    }
    return ['rgb(255, 255, 255)']
  }
  const texts = all('body *').filter((element) => element.localName === 'input' || [...element.childNodes].some((node) => node.nodeType === Node.TEXT_NODE && node.textContent?.trim()))
  const pale = texts.flatMap((element) => grounds(element).flatMap((ground) => {
    const { color } = getComputedStyle(element)
    const [dark, light] = [luminance(color), luminance(ground)].sort((a, b) => a - b)
    const contrast = (light + 0.05) / (dark + 0.05)
    return contrast < 7 ? [`${contrast.toFixed(2)}: ${color} on ${ground}, ${named(element)}`] : []
  }))
  return { sideways: scrollWidth - clientWidth, overlaps, cut, pale: [...new Set(pale)] }
}

/**
 * Runs in a page. Finds what is cut off, leaves the window or lies over something else.
 *
 * @param {string} within selector of the part of the page that has to fit
 * @returns {string[]}
 */
export function findMisfits (within) {
  const root = /** @type {Element} */ (document.querySelector(within))
  const named = (/** @type {Element} */ element) => `${element.tagName.toLowerCase()}.${element.getAttribute('class') ?? element.id} ${element.textContent?.trim().slice(0, 30)}`
  const shown = [...root.querySelectorAll('*')].filter((element) => element.checkVisibility() && element.getBoundingClientRect().width > 0)
  const wrong = []

  const box = root.getBoundingClientRect()
  if (box.top < 0 || box.left < 0 || box.bottom > window.innerHeight + 1 || box.right > window.innerWidth + 1) wrong.push(`${named(root)} leaves the window`)
  for (const element of [root, ...shown]) {
    const { scrollWidth, clientWidth, scrollHeight, clientHeight } = element
    const { display, overflow } = getComputedStyle(element)
    // may end in an ellipsis: a name in a flame graph, a sentence among many on the board. Both stand elsewhere. SVG has no scroll width
    const mayBeCut = element.matches('.call, .dense .says, svg *')
    if (!mayBeCut && display !== 'inline' && scrollWidth > clientWidth + 1) wrong.push(`${named(element)} is ${scrollWidth - clientWidth} px too wide`)
    if (!mayBeCut && overflow !== 'visible' && scrollHeight > clientHeight + 1) wrong.push(`${named(element)} is ${scrollHeight - clientHeight} px too high`)
    const { top, left, bottom, right } = element.getBoundingClientRect()
    if (top < box.top - 1 || left < box.left - 1 || bottom > box.bottom + 1 || right > box.right + 1) wrong.push(`${named(element)} leaves ${within}`)
  }

  // text belongs to the block that it stands in
  const hasText = (/** @type {Element} */ element) => [...element.childNodes]
    .some((node) => node.nodeType === Node.TEXT_NODE && node.textContent?.trim())
  const blockOf = (/** @type {Element} */ element) => {
    let at = element
    while (at.localName !== 'text' && getComputedStyle(at).display === 'inline' && at.parentElement) at = at.parentElement
    return at
  }
  const blocks = [...new Set([...shown.filter(hasText).map(blockOf), ...shown.filter((element) => element.matches('.costs'))])]
  for (const [index, one] of blocks.entries()) {
    const a = one.getBoundingClientRect()
    for (const other of blocks.slice(index + 1)) {
      if (one.contains(other) || other.contains(one)) continue
      const b = other.getBoundingClientRect()
      if (Math.min(a.right, b.right) - Math.max(a.left, b.left) > 1 && Math.min(a.bottom, b.bottom) - Math.max(a.top, b.top) > 1) wrong.push(`${named(one)} lies over ${named(other)}`)
    }
  }

  return wrong
}
