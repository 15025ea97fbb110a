import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { pathToFileURL } from 'node:url'
import { isDeepStrictEqual } from 'node:util'
import t from 'tap'
import { findViolations } from './axe.js'
import { launched, skip } from './browser.js'
import { findLayoutErrors } from './page-layout.js'
import { PAGES } from './recorded-pages.js'

/** Laptops, projectors and large screens; colours do not depend on the width. */
const WIDTHS = [1024, 1280, 1440, 1920, 2560]

/** Time for a page to draw itself again on a busy machine. */
const MOST_WAIT_MS = 10_000

/** Repeats a check until it finds nothing, or the time is up. */
async function findLastingErrors (find) {
  const started = performance.now()
  let errors = await find()
  while (!isDeepStrictEqual(errors, NO_FAULTS) && performance.now() - started < MOST_WAIT_MS) errors = await find()
  return errors
}

const NO_FAULTS = { sideways: 0, overlaps: [], cut: [], pale: [] }

for (const [name, made] of Object.entries(PAGES)) {
  t.test(`the ${name} page on every screen`, { skip }, async (t) => {
    const file = join(t.testdir(), `${name}.html`)
    writeFileSync(file, await made())
    const browser = await launched(t)
    const page = await browser.newPage()
    /** @type {Record<string, string>} */
    const papers = {}
    for (const [colorScheme, widths] of /** @type {const} */ ([['light', WIDTHS], ['dark', WIDTHS.slice(0, 1)]])) {
      await page.emulateMedia({ colorScheme })
      for (const width of widths) {
        await page.setViewportSize({ width, height: Math.round(width * 0.6) })
        await page.goto(pathToFileURL(file).href)
        t.same(await page.evaluate(findLayoutErrors), NO_FAULTS, `${width} px, ${colorScheme}`)
      }
      t.same(await findViolations(page), [], `axe, ${colorScheme}`)
      papers[colorScheme] = await page.evaluate(() => window.getComputedStyle(document.body).backgroundColor)
    }
    t.not(papers.light, papers.dark, 'there is a dark style')
    t.equal(await page.evaluate(countMoving), 0, 'nothing moves, whatever the system says of motion')

    await page.setViewportSize({ width: WIDTHS[0], height: 700 })
    await page.emulateMedia({ colorScheme: 'light' })
    // the page draws again some time after the window has changed
    t.same(await findLastingErrors(() => page.evaluate(findLayoutErrors)), NO_FAULTS, 'a page that is open, when the window and the scheme change')
  })
}

/** Runs in a page. */
function countMoving () {
  const elements = [...document.querySelectorAll('*')].map((element) => window.getComputedStyle(element))
  return document.getAnimations().length + elements.filter(({ animationName, transitionDuration, scrollBehavior }) => animationName !== 'none' || transitionDuration !== '0s' || scrollBehavior !== 'auto').length
}
