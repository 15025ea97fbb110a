import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { pathToFileURL } from 'node:url'
import { chromium } from 'playwright-core'
import t from 'tap'
import { executablePath, skip } from './browser.js'
import { PAGES } from './recorded.js'

t.test('the curves\' page in a browser', { skip }, async (t) => {
  const file = join(t.testdir(), 'curve.html')
  writeFileSync(file, await PAGES.curve())
  const browser = await chromium.launch({ executablePath, args: ['--no-sandbox'] })
  t.teardown(() => browser.close())
  const page = await browser.newPage({ viewport: { width: 1280, height: 800 } })
  /** @type {string[]} */
  const wrong = []
  page.on('pageerror', (error) => wrong.push(error.message))
  page.on('console', (message) => { if (message.type() === 'error') wrong.push(message.text()) })
  await page.context().setOffline(true)
  await page.goto(pathToFileURL(file).href)
  t.equal(await page.locator('#panels canvas').count(), 1, 'a panel for the one metric')
  t.match(await page.locator('.sentence').textContent(), /express .* requests .*; fastify .* requests /)
  t.match(await page.locator('main > table').first().textContent(), /framework6\.25×/)

  const picture = () => page.evaluate(() => document.querySelector('canvas')?.toDataURL())
  const bySeconds = await picture()
  const at = async () => {
    await page.locator('.u-over').hover({ position: { x: 600, y: 50 } })
    return page.locator('.u-legend .u-value').first().textContent()
  }
  t.match(await at(), /^[\d.]+ s$/)
  await page.locator('button[data-age="operations"]').click()
  t.match(await at(), /^[\d.]+[kM]? requests$/, 'the age can be told in operations')
  t.not(await picture(), bySeconds)
  t.equal(await page.locator('button[data-age="cpuSeconds"]').getAttribute('aria-pressed'), 'false')

  const all = await picture()
  await page.keyboard.press('+')
  const near = await picture()
  t.not(near, all, 'keys zoom')
  await page.keyboard.press('ArrowRight')
  t.not(await picture(), near, 'and move')
  await page.keyboard.press('0')
  t.equal(await picture(), all, 'and show all again')
  t.same(wrong, [])
})
