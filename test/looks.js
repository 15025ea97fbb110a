/* global getComputedStyle, Node -- this file runs in the page */

/**
 * Runs in a page.
 *
 * @returns {{ sideways: number, overlaps: string[], cut: string[], pale: string[] }} what is wrong with its looks
 */
export function faults () {
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
      const [a, b] = [one, other].map((element) => element.getBoundingClientRect())
      if (Math.min(a.right, b.right) - Math.max(a.left, b.left) > 1 && Math.min(a.bottom, b.bottom) - Math.max(a.top, b.top) > 1) overlaps.push(`${named(one)} | ${named(other)}`)
    }
  }

  // a label in a flame graph ends in an ellipsis where its frame is narrow, and is told in full below
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
  const luminance = (/** @type {string} */ colour) => channels(colour).slice(0, 3).map((value) => value <= 0.04045 ? value / 12.92 : ((value + 0.055) / 1.055) ** 2.4)
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
