import { join } from 'node:path'
import t from 'tap'
import { loadNamedLab } from '@hotpath-labs/lab/project/timetable.js'
import { listLabNames } from '@hotpath-labs/lab/project/project.js'
import { planClaims } from '@hotpath-labs/lab/plans.js'
import { describeLabForPage } from '@hotpath-labs/stage/lab-view.js'
import { listStageScreens } from '@hotpath-labs/stage/page/screens.js'
import { serveStagePages } from '@hotpath-labs/stage/server.js'
import { readLabRecording } from '@hotpath-labs/stage/recording-files.js'
import { DemoStage } from '@hotpath-labs/stage/stage.js'
import { launched, skip } from './browser.js'
import { ROOT } from './cli.js'
import { findLayoutErrors, findMisfits } from './page-layout.js'

/** Old projector, laptop, new projector, large screen; all but the first are as wide as promised, and have large letters. */
const SIZES = [[1024, 768], [1280, 720], [1920, 1080], [3840, 2160]]

/** Least size of letters in pixels in a window of 1280 × 720 or more: readable from the last row. */
const LEAST_LETTERS = 18

/** Least size of code in pixels, by the height of the window. @type {Record<number, number>} */
const LEAST_CODE = { 720: 22, 1080: 28, 2160: 56 }

const PARTS = ['#bar', '#banner', '#screen', '#foot']

/** No file exists here. */
const NOWHERE = join(ROOT, 'nowhere')

const TOKEN = 'f'.repeat(32)

/** Opens a stage and plays the recording of a lab. The speed makes the banner two lines high. */
async function opened (t, page, name) {
  const lab = await loadNamedLab(name)
  const replay = readLabRecording(planClaims(lab))
  if (!replay) throw new Error(`${name} ships no recording of what it claims. Type: pnpm demo ${name} --record`)
  const never = () => { throw new Error('nothing is measured here') }
  const adapters = { measure: never, profile: never, profileFile: NOWHERE, recordings: NOWHERE, tell () {} }
  const stage = new DemoStage(planClaims(lab), adapters, { replay, speed: 10_000 })
  // leaves the page of the lab before: it would load itself again as soon as a new server has the same address
  await page.goto('about:blank')
  const server = await serveStagePages(stage, TOKEN)
  t.teardown(() => server.close())
  stage.play()
  await page.addInitScript(`Object.assign(window, { findMisfits: ${findMisfits}, findLayoutErrors: ${findLayoutErrors} })`)
  await page.goto(`http://127.0.0.1:${server.port}/#${TOKEN}`)
  await page.locator('#bar .age', { hasText: /^played$/ }).waitFor()
  const view = describeLabForPage(planClaims(lab))
  const screens = listStageScreens({ ...view, hasBoard: false })
    .map((screen) => ({ title: screen.title, steps: screen.steps(view) }))
  return screens
}

async function resize (page, width, height) {
  await page.setViewportSize({ width, height })
  await waitUntilDrawn(page)
}

const waitUntilDrawn = (page) => page.evaluate(() => new Promise((resolve) => {
  window.requestAnimationFrame(() => window.requestAnimationFrame(resolve))
}))

/**
 * Walks through all screens of a lab in one window. One call does all, because each call takes milliseconds, and the test looks at pages
 * more than a thousand times. Looks for pale texts, in light and in dark colours, in one window only: colours do not depend on its size.
 */
const walk = (page, steps) => page.evaluate(async ([steps, parts]) => {
  const { findMisfits, findLayoutErrors } = /** @type {any} */ (window)
  const press = (key) => document.dispatchEvent(new window.KeyboardEvent('keydown', { key }))
  const isText = (element) =>
    element.checkVisibility() && [...element.childNodes].some((node) => node.nodeType === 3 && node.textContent?.trim())
  const sizes = (selector) => [...document.querySelectorAll(selector)].filter(isText)
    .map((element) => Number.parseFloat(window.getComputedStyle(element).fontSize))
  const seen = []
  press('1')
  for (let step = 0; step < steps; step++) {
    if (step) press('ArrowRight')
    // only flame graphs are fitted after the page has drawn the screen
    if (document.querySelector('.flames')) await new Promise((resolve) => window.requestAnimationFrame(() => window.requestAnimationFrame(resolve)))
    const where = `${document.querySelector('#bar .here')?.textContent}, step ${step + 1}`
    const misfits = parts.filter((part) => document.querySelector(part)?.checkVisibility()).flatMap((part) => findMisfits(part))
    const pale = []
    for (let scheme = 0; window.innerWidth === 1280 && scheme < 2; scheme++) {
      pale.push(...findLayoutErrors().pale)
      press('l')
    }
    seen.push({ where, misfits: [...misfits, ...pale], letters: Math.min(...sizes('body *')), code: Math.min(...sizes('.line code, .line code *')) })
  }
  return seen
}, /** @type {[number, string[]]} */ ([steps, PARTS]))

/** @param {import('playwright-core').Page} page @returns {Promise<number>} the size of its letters in pixels */
const lettersOn = (page) => page.evaluate(() => Number.parseFloat(window.getComputedStyle(document.documentElement).fontSize))

t.test('every screen of every lab fits the window, with letters and colours that the last row can read', { skip }, async (t) => {
  const page = await (await launched(t)).newPage()
  for (const name of listLabNames()) {
    await t.test(name, async (t) => {
      const screens = await opened(t, page, name)
      const steps = screens.reduce((sum, screen) => sum + screen.steps, 0)
      for (const [width, height] of SIZES) {
        await resize(page, width, height)
        const seen = await walk(page, steps)
        t.equal(new Set(seen.map(({ where }) => where)).size, steps)
        const faults = seen.flatMap(({ where, misfits, letters, code }) => [
          ...misfits,
          ...width >= 1280 && letters < LEAST_LETTERS ? [`letters of ${letters} px`] : [],
          ...width >= 1280 && code < LEAST_CODE[height] ? [`code of ${code} px`] : [],
        ].map((fault) => `${where}: ${fault}`))
        t.same(faults, [], `${width}×${height}`)
      }
    })
  }
})

t.test('letters shrink to fit the window, and + still enlarges them', { skip }, async (t) => {
  const page = await (await launched(t)).newPage()
  await opened(t, page, 'pbkdf2-event-loop')
  await resize(page, 560, 300)
  const usual = 13
  await page.keyboard.press('5')
  const onLast = await lettersOn(page)
  t.ok(onLast < usual, 'a full screen')
  await page.keyboard.press('3')
  t.ok(Math.abs(await lettersOn(page) - usual) < 0.1, 'a screen with room')
  await page.keyboard.press('5')
  t.equal(await lettersOn(page), onLast)
  await page.keyboard.press('+')
  t.ok(Math.abs(await lettersOn(page) / onLast - 1.1) < 0.001)
  t.ok(await page.evaluate(() => { const { scrollHeight, clientHeight } = /** @type {Element} */ (document.querySelector('#screen')); return scrollHeight > clientHeight }), 'the rest is scrolled to')
  await page.keyboard.press('-')
  t.equal(await lettersOn(page), onLast)
  await resize(page, 1280, 900)
  t.ok(await lettersOn(page) > onLast, 'a higher window')
})
