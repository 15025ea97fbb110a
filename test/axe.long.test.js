import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { pathToFileURL } from 'node:url'
import t from 'tap'
import { findViolations } from './axe.js'
import { launched, skip } from './browser.js'
import { PAGES } from './recorded-pages.js'

t.test('axe finds nothing on any page', { skip }, async (t) => {
  const folder = t.testdir()
  const browser = await launched(t)
  const page = await browser.newPage({ viewport: { width: 1280, height: 800 } })
  for (const [name, made] of Object.entries(PAGES)) {
    const file = join(folder, `${name}.html`)
    writeFileSync(file, await made())
    for (const colorScheme of /** @type {const} */ (['light', 'dark'])) {
      await page.emulateMedia({ colorScheme })
      await page.goto(pathToFileURL(file).href)
      t.same(await findViolations(page), [], `${name}, ${colorScheme}`)
    }
    t.equal(await page.evaluate(moving), 0, `nothing moves on the ${name} page, whatever the system says of motion`)
  }
})

/** Runs in a page. */
function moving () {
  const elements = [...document.querySelectorAll('*')].map((element) => window.getComputedStyle(element))
  return document.getAnimations().length + elements.filter(({ animationName, transitionDuration, scrollBehavior }) => animationName !== 'none' || transitionDuration !== '0s' || scrollBehavior !== 'auto').length
}
