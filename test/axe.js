import { readFileSync } from 'node:fs'
import { createRequire } from 'node:module'

const AXE = readFileSync(createRequire(import.meta.url).resolve('axe-core/axe.min.js'), 'utf8')

/** WCAG 2.2 A and AA, axe's own best practices, and of AAA the contrast of 7:1. Selectors of all elements would take the most time. */
const RUN = {
  runOnly: ['wcag2a', 'wcag2aa', 'wcag21a', 'wcag21aa', 'wcag22aa', 'best-practice'],
  rules: { 'color-contrast-enhanced': { enabled: true } },
  resultTypes: ['violations'],
  selectors: false,
}

/**
 * What axe finds on a page as it is now.
 *
 * @param {import('playwright-core').Page | import('playwright-core').Frame} page
 * @returns {Promise<string[]>} the rule, what it asks, and the element
 */
export async function findViolations (page) {
  // by the debugger's protocol, which a content-security policy does not hold up
  await page.evaluate(AXE)
  const { violations } = await page.evaluate((run) => /** @type {any} */ (globalThis).axe.run(run), RUN)
  return violations.flatMap((/** @type {any} */ { id, help, nodes }) => nodes.map((/** @type {any} */ { html }) => `${id}: ${help}: ${html.slice(0, 120)}`))
}
