import t from 'tap'
import { openedFromDisk, skip } from './browser.js'
import { findLayoutErrors } from './page-layout.js'
import { PAGES } from './recorded-pages.js'

/** Of a sheet of A4, in CSS pixels, without the margins of 12 mm. */
const A4_WIDTH = 703

t.test('the report in a browser, and on paper', { skip }, async (t) => {
  const { page, url, asked, wrong } = await openedFromDisk(t, await PAGES.report())
  t.same(asked, [url], 'nothing else was asked for')

  const labs = await page.locator('section.lab').count()
  await page.locator('.scroll').first().focus()
  for (let lab = 0; lab < labs; lab++) {
    await page.keyboard.press('Tab')
    const href = await page.evaluate(() => document.activeElement?.getAttribute('href'))
    t.equal(await page.locator('section.lab').nth(lab).locator('div').first().getAttribute('id'), href?.slice(1), 'the Tab key leads from lab to lab')
  }
  await page.keyboard.press('Enter')
  const last = await page.locator('section.lab').last().boundingBox()
  t.ok(last && last.y >= -1 && last.y < 800, 'and Enter to it')
  t.ok(await page.locator('section.lab').last().locator('details').getAttribute('open') !== null, 'unfolded')

  const shown = () => page.locator('section.lab:visible').count()
  for (const [group, count] of [['broken', 1], ['cannot run', 1], ['holds', labs - 3], ['not measured', 1], [`${labs} labs`, labs]]) {
    const total = page.getByRole('radio', { name: String(group) })
    await total.check()
    t.equal(await shown(), count, `${group}: only these labs`)
    t.equal(await page.locator('.overview tbody tr:visible').count(), count)
  }

  await page.setViewportSize({ width: 375, height: 800 })
  const { sideways, pale } = await page.evaluate(findLayoutErrors)
  t.same([sideways, pale], [0, []], 'it fits on a phone')
  const table = page.locator('.scroll').first()
  const first = table.locator('th').first()
  const before = await first.boundingBox()
  await table.evaluate((element) => { element.scrollLeft = 200 })
  t.same(await first.boundingBox(), before, 'a table scrolls, and its first column stays')
  await page.setViewportSize({ width: 1280, height: 800 })

  // the strips of a claim are one scale: its minimum is at one place in all rows
  const minimums = await page.locator('.ratios').first().locator('tbody line.atLeast').evaluateAll((lines) => lines.map((line) => Math.round(line.getBoundingClientRect().x)))
  t.ok(minimums.length > 2)
  t.equal(new Set(minimums).size, 1)
  const dots = page.locator('.ratios').first().locator('circle.here')
  const [measured, broken] = await dots.evaluateAll((circles) => circles.map((circle) => circle.getBoundingClientRect().x))
  t.ok(measured > broken, 'and what is larger is further right')
  const bars = await page.locator('.cost-table').first().locator('rect').evaluateAll((rects) => rects.map((rect) => rect.getBoundingClientRect().width))
  t.ok(bars[0] > bars[2] && bars[2] >= bars[3], 'slow costs more than fast, and the limit least')

  await page.locator('#show-broken').check()
  await page.emulateMedia({ media: 'print', colorScheme: 'dark' })
  t.same(await page.locator('section.lab .question').evaluateAll((all) => all.filter((one) => !one.checkVisibility()).length), 0, 'paper has all labs, unfolded')
  await page.setViewportSize({ width: A4_WIDTH, height: 1000 })
  t.equal(await page.evaluate(() => window.getComputedStyle(document.body).backgroundColor), 'rgb(255, 255, 255)', 'paper is white')
  t.same(await page.evaluate(findLayoutErrors), { sideways: 0, overlaps: [], cut: [], pale: [] }, 'it fits on A4')
  const pdf = await page.pdf({ preferCSSPageSize: true })
  const [, width, height] = pdf.toString('latin1').match(/\/MediaBox \[0 0 ([\d.]+) ([\d.]+)\]/) ?? []
  t.same([Math.round(Number(width)), Math.round(Number(height))], [595, 842], 'a sheet is A4')
  t.same(wrong, [])
})
