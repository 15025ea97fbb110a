import t from 'tap'
import { openedFromDisk, skip } from './browser.js'
import { PAGES } from './recorded-pages.js'

t.test('the flame page in a browser', { skip }, async (t) => {
  const { page, url, asked, wrong } = await openedFromDisk(t, await PAGES.flame())
  // CPU time of the page's thread, which no other program lengthens: a quarter of it is usual
  const devtools = await page.context().newCDPSession(page)
  await devtools.send('Performance.enable', { timeDomain: 'threadTicks' })
  await page.reload()
  await page.waitForFunction(() => performance.getEntriesByName('drawn').length)
  const { metrics } = await devtools.send('Performance.getMetrics')
  const seconds = Number(metrics.find(({ name }) => name === 'TaskDuration')?.value)
  t.ok(seconds > 0 && seconds <= 0.5, `drawn in ${seconds} s`)

  const graphs = page.locator('.graph')
  const frames = (graph) => graphs.nth(graph).locator('g.frame:not(.fade)')
  const width = async (frame) => Number((await frame.boundingBox())?.width)
  const shown = await frames(0).count()
  t.ok(shown > 20)
  t.ok(await width(frames(1).nth(1)) < await width(frames(0).nth(1)) / 1.25, 'fast is narrower than slow, on the same scale')
  t.match(await page.locator('#found').textContent(), /^express \d+ %, fastify 0 %$/, 'what the lab says to look for is searched at once')
  t.ok(await page.locator('g[data-found]').count() > 0)

  const suggested = await page.locator('#search').inputValue()
  const found = String(await page.locator('#found').textContent())
  await page.locator('#search').press('Enter')
  t.match(await page.locator('#details').textContent(), `, ${found.match(/\d+ %/)?.[0]} of express`, 'the widest match has the share that the search found')

  await page.keyboard.press('/')
  await page.locator('#search').fill('write')
  t.match(await page.locator('#found').textContent(), /express \d+ %, fastify [1-9]\d %/)
  await page.keyboard.press('Enter')
  t.match(await page.evaluate(() => document.activeElement?.getAttribute('aria-label')), /write/i, 'Enter goes to the widest that was found')
  t.match(await page.locator('#details').textContent(), /write.*total .*self /)

  const focused = () => page.evaluate(() => document.activeElement?.getAttribute('aria-label'))
  const first = await focused()
  await page.keyboard.press('ArrowUp')
  const above = await focused()
  t.not(above, first, 'an arrow goes to who called it')
  const narrow = await width(page.locator('g.frame:focus'))
  await page.keyboard.press('Enter')
  t.ok(await width(page.locator('g.frame:focus')) > narrow, 'Enter zooms')
  await page.keyboard.press('Escape')
  t.equal(await frames(0).count(), shown, 'Escape shows all again')
  t.equal(await page.locator('#search').inputValue(), suggested, 'with the search that the lab suggests')

  const clicked = graphs.nth(0).locator('g.frame[data-kind="dependency"]').first()
  const before = await width(clicked)
  await clicked.click()
  t.ok(await width(clicked) > before, 'a click zooms')
  t.match(await page.locator('#details').textContent(), /\d+ {2}\S/, 'with a line of source')
  await page.getByRole('button', { name: 'reset' }).click()

  t.ok(await page.locator('g[data-kind="node"]').count() > 0)
  await page.getByRole('button', { name: 'Node', exact: true }).click()
  t.equal(await page.locator('g[data-kind="node"]').count(), 0, 'a filter takes them out')
  t.ok(await page.locator('g[data-kind="dependency"]').count() > 0)
  await page.getByRole('button', { name: 'Node', exact: true }).click()
  t.equal(await frames(0).count(), shown)

  await page.getByRole('button', { name: 'fold wrappers' }).click()
  t.ok(await frames(0).count() > shown, 'unfolded there are more')
  await page.getByRole('button', { name: 'same scale' }).click()
  t.ok(await width(frames(1).nth(1)) > await width(frames(0).nth(1)) / 1.25, 'each on its own scale')

  await page.locator('#changes button').first().click()
  t.not(await page.locator('#found').textContent(), '', 'a row of the table searches for its function')
  t.same([...new Set(asked)], [url], 'nothing else was asked for')
  t.same(wrong, [])
  t.ok((await page.screenshot()).length > 10_000)
})
