import { mkdirSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import t from 'tap'
import { makeSampleProfile, makeSampleRun } from '@hotpath-labs/stage/fixtures/run.js'
import { writeRecording } from '@hotpath-labs/stage/recording-files.js'
import { findViolations } from './axe.js'
import { launched, skip } from './browser.js'
import { ROOT } from './cli.js'
import { startDemo } from './start-demo.js'

// screens.long.test.js looks at the layout in windows of all sizes.

/** Least height of the baseline's figures in a wide window, as a share of the window's: readable from twenty metres. */
const A_THIRD = 0.3

t.test('what stands in a lab, in its files and in a recording is text, and never a program', { skip }, async (t) => {
  const evil = '<img src=x onerror="document.title=1"><script>document.title=1</script>'
  const my = t.testdir({ lab: {} })
  const folder = join(my, 'lab/holds')
  mkdirSync(folder)
  const defined = JSON.stringify(new URL('fixtures/manifest.js', import.meta.url).href)
  writeFileSync(join(folder, 'lab.js'), `import { functionLab } from ${defined}\nexport default functionLab(${JSON.stringify({ title: evil, question: `Why ${evil}?`, variants: { slow: evil, fast: evil }, hotFrame: { search: evil, says: evil } })})\n`)
  writeFileSync(join(folder, 'slow.cjs'), `// ${evil}\nmodule.exports = () => '${evil}'\n`)
  writeFileSync(join(folder, 'fast.cjs'), `module.exports = () => \`${evil}\`\n`)
  writeFileSync(join(folder, 'notes.md'), `## baseline\n\n${evil}\n`)
  const run = makeSampleRun()
  const last = /** @type {any} */ (run.events[4][1])
  Object.assign(last.result, { node: `v20${evil}`, machine: { ...last.result.machine, cpu: evil }, failure: { code: 'THREW', part: evil, what: evil, advice: '', stderr: evil } })
  const profile = makeSampleProfile()
  Object.assign(profile, { lab: evil, question: evil, hints: [evil], per: evil, hotFrame: evil })
  for (const frame of profile.frames) Object.assign(frame, { name: evil, where: evil, text: evil, hotText: evil })
  const recording = join(my, 'recording.json')
  writeRecording(recording, { ...run, profile, events: [[0, { type: 'waiting', what: evil }], ...run.events] })

  const { address } = await startDemo(t, [folder, '--replay', recording, '--speed', '10'], my)
  const browser = await launched(t)
  const context = await browser.newContext()
  const page = await context.newPage()
  await page.goto(address)
  await page.locator('.question h2', { hasText: 'onerror' }).waitFor()
  for (const key of ['2', 'r', 'ArrowRight']) await page.keyboard.press(key)
  await page.locator('.sentence').first().waitFor()
  for (const screen of ['1', '3', '4', '5']) {
    await page.keyboard.press(screen)
    await page.locator('#bar .here', { hasText: ['', 'question', '', 'profile', 'change', 'again'][Number(screen)] }).waitFor()
    if (screen === '3') await page.locator('.call', { hasText: 'onerror' }).first().waitFor()
    for (const frame of page.frames()) {
      t.equal(await frame.evaluate(() => document.querySelectorAll('img').length), 0, `screen ${screen}`)
      t.not(await frame.title(), '1')
    }
  }
  const [notes] = await Promise.all([context.waitForEvent('page'), page.keyboard.press('n')])
  await notes.locator('.text h2').waitFor()
  await notes.keyboard.press('2')
  await notes.locator('.text', { hasText: 'onerror' }).waitFor()
  t.equal(await notes.locator('img').count(), 0)
})

t.test('axe finds nothing on the stage, the verdict stands once, and the figures are large', { skip }, async (t) => {
  const { address } = await startDemo(t, ['divideByAndSum', '--replay', join(ROOT, 'labs/divideByAndSum/data/recording.json'), '--speed', '100'], t.testdir())
  const page = await (await launched(t)).newPage({ viewport: { width: 1280, height: 720 } })
  await page.goto(address)
  await page.locator('h1').waitFor()
  for (const key of ['2', 'ArrowRight', 'r']) await page.keyboard.press(key)
  await page.locator('#bar .age', { hasText: 'played' }).waitFor()
  await page.keyboard.press('5')
  await page.locator('.verdict.holds').waitFor()
  t.equal((await page.locator('body').textContent())?.match(/holds/g)?.length, 1, 'one verdict, once')
  for (const colorScheme of /** @type {const} */ (['light', 'dark'])) {
    await page.emulateMedia({ colorScheme })
    for (const screen of ['1', '2', '3', '4', '5']) {
      await page.keyboard.press(screen)
      if (screen === '2') await page.keyboard.press('ArrowRight')
      t.same(await findViolations(page), [], `screen ${screen}, ${colorScheme}`)
      if (screen !== '2') continue
      const figures = await page.evaluate(() => [...document.querySelectorAll('.column .figure')].map((one) => one.getBoundingClientRect().height / window.innerHeight))
      t.ok(figures.length === 2 && figures.every((share) => share > A_THIRD), `they are large: ${figures}`)
    }
  }
})
