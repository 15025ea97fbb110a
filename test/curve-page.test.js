import t from 'tap'
import { openedFromDisk, skip } from './browser.js'
import { PAGES } from './recorded-pages.js'

t.test('the curves\' page in a browser', { skip }, async (t) => {
  const { page, wrong } = await openedFromDisk(t, await PAGES.curve())
  t.equal(await page.locator('#panels canvas').count(), 1, 'a panel for the one metric')
  t.match(await page.locator('.sentence').textContent(), /^express is steady after .* requests, .*; fastify .*/)
  t.match(await page.locator('main > table').first().textContent(), /express needs more CPU per request than fastify[\d.]+–[\d.]+×/)

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
