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

  // a page of its own, for the policy of the last one would take its style away
  const wrong = await browser.newPage()
  await wrong.setContent('<p style="color:#666;background:#fff">pale</p><img src="data:,"><button></button>')
  const told = (await findViolations(wrong)).join('\n')
  for (const rule of ['color-contrast-enhanced', 'image-alt', 'button-name']) t.match(told, rule, `and it finds what is wrong: ${rule}`)
})

/** Runs in a page. @returns {number} of its elements move, or would */
function moving () {
  const elements = [...document.querySelectorAll('*')].map((element) => window.getComputedStyle(element))
  return document.getAnimations().length + elements.filter(({ animationName, transitionDuration, scrollBehavior }) => animationName !== 'none' || transitionDuration !== '0s' || scrollBehavior !== 'auto').length
}
