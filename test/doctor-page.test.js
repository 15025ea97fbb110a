import t from 'tap'
import { openedFromDisk, skip } from './browser.js'
import { PAGES } from './recorded-pages.js'

t.test('the doctor\'s page in a browser', { skip }, async (t) => {
  const text = await PAGES.doctor()
  t.ok(text.length < 1.5e6)
  const { page, wrong } = await openedFromDisk(t, text)
  t.equal(await page.locator('#panels canvas').count(), 6)
  t.match(await page.locator('.diagnosis').first().textContent(), /slow.* from 12\.2 MB to 35\.1 MB/)

  const at = () => page.locator('.u-legend').nth(3).locator('.u-value').allTextContents()
  await page.keyboard.press('End')
  const last = await at()
  await page.keyboard.press('ArrowLeft')
  const before = await at()
  t.not(before[0], last[0], 'an arrow moves through the run')
  t.match(before[1], /MB$/, 'with the values there')
  await page.locator('button[data-variant="1"]').press('Enter')
  t.equal(await page.locator('button[data-variant="1"]').getAttribute('aria-pressed'), 'false', 'a side can be taken away')
  t.equal(await page.locator('.u-legend').nth(0).locator('.u-series.u-off').count(), 1)
  const picture = () => page.evaluate(() => [...document.querySelectorAll('canvas')].map((canvas) => canvas.toDataURL()))
  const all = await picture()
  await page.keyboard.press('+')
  t.ok((await picture()).every((one, index) => one !== all[index]), 'all panels zoom together')
  await page.keyboard.press('0')
  t.same(await picture(), all, 'and come back')

  await page.locator('button[data-variant="0"]').press('Enter')
  /** How dark and how light the figures of each panel are, 0..255, where no line is drawn any more. */
  const inks = () => page.evaluate(() => [...document.querySelectorAll('canvas')].map((canvas) => {
    const { data } = /** @type {CanvasRenderingContext2D} */ (canvas.getContext('2d')).getImageData(0, 0, canvas.width, canvas.height)
    const opaque = data.filter((_, index) => index % 4 === 0 && data[index + 3] === 255)
    return { darkest: Math.min(...new Set(opaque)), lightest: Math.max(...new Set(opaque)) }
  }))
  t.ok((await inks()).every(({ darkest }) => darkest < 60), 'figures are dark on light')
  await page.emulateMedia({ colorScheme: 'dark' })
  t.ok((await inks()).every(({ lightest }) => lightest > 195), 'and light on dark, as soon as the system is')
  t.same(wrong, [])
})
