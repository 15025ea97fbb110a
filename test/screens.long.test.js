import { join } from 'node:path'
import t from 'tap'
import { resolveLabFolder, listLabNames } from '@hotpath-labs/lab/project/project.js'
import { loadLab } from '@hotpath-labs/lab/load.js'
import { describeLabForPage } from '@hotpath-labs/stage/lab-view.js'
import { listStageScreens } from '@hotpath-labs/stage/page/screens.js'
import { serveStagePages } from '@hotpath-labs/stage/server.js'
import { readLabRecording } from '@hotpath-labs/stage/recording.js'
import { DemoStage } from '@hotpath-labs/stage/stage.js'
import { launched, skip } from './browser.js'
import { ROOT } from './cli.js'
import { keepDrawnText, findMisfits } from './page-layout.js'

/** Old projector, laptop, new projector, large screen. */
const SIZES = [[1024, 768], [1280, 720], [1920, 1080], [3840, 2160]]

const PARTS = ['#bar', '#banner', '#screen', '#foot']

/** Letters shrink to this share of their usual size at most. */
const LEAST_LETTERS = 0.85

/** Smallest height of the chart, as a share of the window's. */
const LEAST_CHART = 0.2

/** No file exists here. */
const NOWHERE = join(ROOT, 'nowhere')

const TOKEN = 'f'.repeat(32)

/**
 * Opens a stage and plays the recording of a lab. The speed makes the banner two lines high.
 *
 * @param {any} t
 * @param {import('playwright-core').Browser} browser
 * @param {string} name of a lab
 */
async function opened (t, browser, name) {
  const lab = await loadLab(String(resolveLabFolder(name)))
  const replay = readLabRecording(lab)
  if (!replay) throw new Error(`${name} ships no recording of what it claims. Type: pnpm demo ${name} --record`)
  const never = () => { throw new Error('nothing is measured here') }
  const adapters = { measure: never, profile: never, flamePage: NOWHERE, flameData: NOWHERE, recordings: NOWHERE, tell () {} }
  const stage = new DemoStage(lab, adapters, { replay, speed: 10_000 })
  const server = await serveStagePages(stage, TOKEN)
  t.teardown(() => server.close())
  stage.play()
  const page = await browser.newPage()
  await page.addInitScript(keepDrawnText)
  await page.addInitScript(`window.findMisfits = ${findMisfits}`)
  await page.goto(`http://127.0.0.1:${server.port}/#${TOKEN}`)
  await page.locator('#bar .age', { hasText: /^played$/ }).waitFor()
  const view = describeLabForPage(lab)
  const screens = listStageScreens({ ...view, hasBoard: false })
    .map((screen) => ({ title: screen.title, steps: screen.steps(view) }))
  return { page, screens }
}

/** @param {import('playwright-core').Page} page @param {number} width @param {number} height */
async function resize (page, width, height) {
  await page.setViewportSize({ width, height })
  await waitUntilDrawn(page)
}

/** @param {import('playwright-core').Page} page */
const waitUntilDrawn = (page) => page.evaluate(() => new Promise((resolve) => {
  window.requestAnimationFrame(() => window.requestAnimationFrame(resolve))
}))

/**
 * Inspects a page after the browser has drawn it. One call collects everything, because each call takes milliseconds, and the test inspects
 * pages a thousand times.
 *
 * @param {import('playwright-core').Page} page
 * @returns {Promise<{ misfits: string[], letters: number, charts: { height: number, texts: number }[] }>} `misfits`: what does not fit;
 *   `letters`: their size in pixels; `texts`: number of them
 */
const look = (page) => page.evaluate(async (parts) => {
  const { findMisfits } = /** @type {any} */ (window)
  await new Promise((resolve) => window.requestAnimationFrame(() => window.requestAnimationFrame(resolve)))
  return {
    misfits: parts.filter((part) => document.querySelector(part)?.checkVisibility()).flatMap((part) => findMisfits(part)),
    letters: Number.parseFloat(window.getComputedStyle(document.documentElement).fontSize),
    charts: [...document.querySelectorAll('.chart')].map((chart) =>
      ({ height: chart.getBoundingClientRect().height, texts: /** @type {any} */ (chart.querySelector('canvas')).drawnText.length })),
  }
}, PARTS)

/** @param {import('playwright-core').Page} page @returns {Promise<number>} the size of its letters in pixels */
const lettersOn = async (page) => (await look(page)).letters

t.test('every screen of every lab fits the window', { skip }, async (t) => {
  const browser = await launched(t)
  for (const name of listLabNames()) {
    await t.test(name, async (t) => {
      const { page, screens } = await opened(t, browser, name)
      for (const [width, height] of SIZES) {
        await resize(page, width, height)
        for (const [index, { title, steps }] of screens.entries()) {
          await page.keyboard.press(String(index + 1))
          await page.locator('#bar .here', { hasText: title }).waitFor()
          for (let step = 0; step < steps; step++) {
            if (step) await page.keyboard.press('ArrowRight')
            const where = `${title}, step ${step + 1}, ${width}×${height}`
            const { misfits, letters, charts } = await look(page)
            t.same(misfits, [], where)
            const usual = Math.max(13, Math.min(0.0155 * width, 0.027 * height))
            t.ok(letters >= LEAST_LETTERS * usual, `${where}: the letters are large`)
            for (const chart of charts) {
              t.ok(chart.height >= LEAST_CHART * height, `${where}: the chart is large`)
              t.ok(chart.texts > 3, `${where}: the chart is drawn`)
            }
          }
        }
      }
      await page.close()
    })
  }
})

t.test('letters shrink to fit the window, and + still enlarges them', { skip }, async (t) => {
  const { page } = await opened(t, await launched(t), 'pbkdf2-event-loop')
  await resize(page, 560, 300)
  const usual = 13
  const onQuestion = await lettersOn(page)
  t.ok(onQuestion < usual, 'a long question')
  await page.keyboard.press('3')
  t.ok(Math.abs(await lettersOn(page) - usual) < 0.1, 'a screen with room')
  await page.keyboard.press('1')
  t.equal(await lettersOn(page), onQuestion)
  await page.keyboard.press('+')
  t.ok(Math.abs(await lettersOn(page) / onQuestion - 1.1) < 0.001)
  t.ok(await page.evaluate(() => { const { scrollHeight, clientHeight } = /** @type {Element} */ (document.querySelector('#screen')); return scrollHeight > clientHeight }), 'the rest is scrolled to')
  await page.keyboard.press('-')
  t.equal(await lettersOn(page), onQuestion)
  await resize(page, 1280, 900)
  t.ok(await lettersOn(page) > onQuestion, 'a higher window')
})
