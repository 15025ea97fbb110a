import { randomBytes } from 'node:crypto'
import { dirname } from 'node:path'
import { describeLabForPage } from '@hotpath-labs/stage/lab-view.js'
import { findRecordingOrigin } from '@hotpath-labs/stage/messages.js'
import { listStageScreens } from '@hotpath-labs/stage/page/screens.js'
import { readLabRecording, replayRecordingToEnd } from '@hotpath-labs/stage/recording.js'
import { serveStagePages } from '@hotpath-labs/stage/server.js'
import { DemoStage } from '@hotpath-labs/stage/stage.js'
import { CannotRun, UsageError } from '@hotpath-labs/engine/failures.js'
import { makeFolder } from '@hotpath-labs/engine/files.js'
import { formatLabArgument } from '@hotpath-labs/lab/project/project.js'
import { findBrowser } from '../browser.js'
import { makeStageAdapters } from './adapters.js'
import { formatPageAddress } from './saved-state.js'

/**
 * @import { Page } from 'playwright-core'
 * @import { Lab } from '@hotpath-labs/lab/load.js'
 * @import { Recording } from '@hotpath-labs/stage/recording.js'
 */

/** Size of a slide (16:9) in CSS pixels, the same as in presentation programs. */
const SLIDE = { width: 1280, height: 720 }

/** Pixels of a screenshot for each CSS pixel: two give sharp letters on a 4K projector. */
const SHARPNESS = 2

/** CSS that hides the page's line of keys in screenshots. It needs `bypassCSP`, because the page's own policy (CSP) forbids added CSS. */
const ONLY_ON_STAGE = '#foot { visibility: hidden }'

/** Time limit in ms for drawing a flame graph, long enough for a busy machine. */
const DRAWN_MS = 30_000

/**
 * Writes the screens that `pnpm demo` shows of a lab into a PDF, with at least one slide for each press of the right arrow key.
 *
 * @param {Lab} lab
 * @param {string} file absolute path of the PDF
 * @param {Recording} [replay] shown instead of the lab's own recording
 * @returns {Promise<number>} slides
 * @throws {UsageError} if the lab has no recording of its present claims
 * @throws {CannotRun} if this machine has no browser
 */
export async function writeSlidesPdf (lab, file, replay = readLabRecording(lab)) {
  if (!replay) throw new UsageError(`${lab.name} has no recording of its present claims to show. Type: pnpm demo ${formatLabArgument(lab)} --record`)
  const executablePath = findBrowser()
  if (!executablePath) {
    throw new CannotRun('TOOL_MISSING', 'pnpm demo --pdf', 'needs a browser, and found no Chrome, Chromium or Edge', 'Install one from https://www.google.com/chrome, or set CHROME_PATH to the path of a browser.')
  }
  const token = randomBytes(16).toString('hex')
  const stage = new DemoStage(lab, makeStageAdapters(lab, {}), { replay })
  // shows the end of the recording at once, instead of playing the recording
  Object.assign(stage, { run: replayRecordingToEnd(replay), source: { kind: 'recording', speed: 1, ...findRecordingOrigin(replay) } })
  const { port, close } = await serveStagePages(stage, token)
  try {
    // loads the browser's package only here, because no other command controls a browser
    const { chromium } = await import('playwright-core')
    const browser = await chromium.launch({ executablePath })
    try {
      const page = await browser.newPage({ viewport: SLIDE, deviceScaleFactor: SHARPNESS, colorScheme: 'light', bypassCSP: true })
      await page.goto(formatPageAddress(port, token))
      const slides = await takePictures(page, lab)
      makeFolder(dirname(file))
      await printSlides(await browser.newPage(), slides, file)
      return slides.length
    } finally {
      await browser.close()
    }
  } finally {
    await close()
  }
}

/**
 * Takes pictures of the page in a window of a projector's size, because the page fits letters and charts to its window.
 *
 * @param {Page} page of the stage, on its first screen
 * @param {Lab} lab
 * @returns {Promise<{ title: string, png: string }[]>} in Base64
 */
async function takePictures (page, lab) {
  const view = { ...describeLabForPage(lab), hasBoard: false }
  const titles = listStageScreens(view).flatMap((screen) => Array.from({ length: screen.steps(view) }, () => screen.title))
  await page.locator('#bar .here').waitFor()
  const slides = []
  for (const [index, title] of titles.entries()) {
    if (index) await page.keyboard.press('ArrowRight')
    await page.locator('#bar .here', { hasText: title }).waitFor()
    for (const frame of page.frames().slice(1)) {
      await frame.waitForFunction(() => performance.getEntriesByName('drawn').length > 0, undefined, { timeout: DRAWN_MS })
    }
    // waits for two frames, because the page first fits its letters and then draws its chart
    await page.evaluate(() => new Promise((resolve) => window.requestAnimationFrame(() => window.requestAnimationFrame(resolve))))
    do slides.push({ title, png: (await page.screenshot({ style: ONLY_ON_STAGE })).toString('base64') })
    while (await scrollOn(page))
  }
  return slides
}

/**
 * Scrolls down if a part of the screen, or of its flame graphs, is below the window.
 *
 * @param {Page} page
 * @returns {Promise<boolean>} false at the end
 */
async function scrollOn (page) {
  for (const frame of page.frames()) {
    const hasMoved = await frame.evaluate(() => {
      // scrolls only as far as the second flame graph, because nobody reads the table below the graphs on a slide
      const hidden = [...document.querySelectorAll('.graph')].find((graph) => graph.getBoundingClientRect().bottom > window.innerHeight)
      const screen = document.getElementById('screen')
      const before = [window.scrollY, screen?.scrollTop].join()
      // scrolls to the heading of the flame graph, which is the element before the graph
      hidden?.previousElementSibling?.scrollIntoView()
      screen?.scrollBy(0, 0.9 * screen.clientHeight)
      return before !== [window.scrollY, screen?.scrollTop].join()
    })
    if (hasMoved) return true
  }
  return false
}

/** @param {Page} page empty @param {{ title: string, png: string }[]} slides @param {string} file absolute path of the PDF */
async function printSlides (page, slides, file) {
  const { width, height } = SLIDE
  const pictures = slides.map(({ title, png }) => `<img alt="${title}" src="data:image/png;base64,${png}">`)
  await page.setContent(`<style>@page { size: ${width}px ${height}px; margin: 0 } body { margin: 0 } img { display: block; width: ${width}px; height: ${height}px }</style>${pictures.join('')}`)
  await page.pdf({ path: file, preferCSSPageSize: true, printBackground: true })
}
