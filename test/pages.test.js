import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { pathToFileURL } from 'node:url'
import t from 'tap'
import { launched, skip } from './browser.js'
import { faults } from './looks.js'
import { PAGES } from './recorded-pages.js'

/** Laptops, projectors and large screens. */
const WIDTHS = [1024, 1280, 1440, 1920, 2560]

const NO_FAULTS = { sideways: 0, overlaps: [], cut: [], pale: [] }

for (const [name, made] of Object.entries(PAGES)) {
  t.test(`the ${name} page on every screen`, { skip }, async (t) => {
    const file = join(t.testdir(), `${name}.html`)
    writeFileSync(file, await made())
    const browser = await launched(t)
    const page = await browser.newPage()
    /** @type {Record<string, string>} */
    const papers = {}
    for (const colorScheme of /** @type {const} */ (['light', 'dark'])) {
      await page.emulateMedia({ colorScheme })
      for (const width of WIDTHS) {
        await page.setViewportSize({ width, height: Math.round(width * 0.6) })
        await page.goto(pathToFileURL(file).href)
        t.same(await page.evaluate(faults), NO_FAULTS, `${width} px, ${colorScheme}`)
      }
      papers[colorScheme] = await page.evaluate(() => window.getComputedStyle(document.body).backgroundColor)
    }
    t.not(papers.light, papers.dark, 'there is a dark style')

    await page.setViewportSize({ width: WIDTHS[0], height: 700 })
    await page.emulateMedia({ colorScheme: 'light' })
    await page.waitForTimeout(100)
    t.same(await page.evaluate(faults), NO_FAULTS, 'a page that is open, when the window and the scheme change')
  })
}
