import { randomBytes } from 'node:crypto'
import { dirname } from 'node:path'
import { describeLabForPage } from '@hotpath-labs/stage/lab-view.js'
import { findRecordingOrigin } from '@hotpath-labs/stage/messages.js'
import { listStageScreens } from '@hotpath-labs/stage/page/screens.js'
import { findFallbackRecording, replayRecordingToEnd } from '@hotpath-labs/stage/recording.js'
import { serveStagePages } from '@hotpath-labs/stage/server.js'
import { DemoStage } from '@hotpath-labs/stage/stage.js'
import { CannotRun, UsageError } from '@hotpath-labs/engine/failures.js'
import { makeFolder } from '@hotpath-labs/engine/files.js'
import { escapeHtml } from '@hotpath-labs/site/html.js'
import { formatLabArgument } from '@hotpath-labs/lab/project/project.js'
import { findBrowser } from '../browser.js'
import { RECORDINGS_FOLDER, makeStageAdapters } from './adapters.js'
import { formatPageAddress } from './saved-state.js'

/**
 * @import { Frame, Page } from 'playwright-core'
 * @import { Lab } from '@hotpath-labs/lab/load.js'
 * @import { Recording } from '@hotpath-labs/stage/recording.js'
 */

/** Size of a slide (16:9) in CSS pixels, the same as in presentation programs. */
const SLIDE = { width: 1280, height: 720 }

/** Pixels for each CSS pixel in the charts that the page draws on a canvas: two give sharp lines on a 4K projector. */
const SHARPNESS = 2

/**
 * CSS that hides what only a live page needs: the line of keys, the buttons of flame graphs, and the table below the graphs.
 * Missing lines of code lose their stripes, which need megabytes in a PDF.
 */
const ONLY_ON_STAGE = `.line.none { background: none !important }
:is(#foot, .controls, #details, #changes, h2:has(+ #changes)), body:has(#graphs) :is(footer, h1, header > p) { display: none }`

/** Time limit in ms for drawing a flame graph, long enough for a busy machine. */
const DRAWN_MS = 30_000

/**
 * Writes the screens that `pnpm demo` shows of a lab into a PDF: one slide for each press of the right arrow key. The text can be searched.
 *
 * @param {Lab} lab
 * @param {string} file absolute path of the PDF
 * @param {Recording} [replay] default: the recording that the key P plays
 * @returns {Promise<{ count: number, recordedAt: string }>} number of slides, and when their recording began
 * @throws {UsageError} if the lab has no recording of its present claims
 * @throws {CannotRun} if this machine has no browser
 */
export async function writeSlidesPdf (lab, file, replay = findFallbackRecording(RECORDINGS_FOLDER, lab)) {
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
      const slides = await copyScreens(page, lab)
      makeFolder(dirname(file))
      await printSlides(await browser.newPage(), `${lab.name}: ${lab.manifest.question}`, slides, file)
      return { count: slides.length, recordedAt: replay.recordedAt }
    } finally {
      await browser.close()
    }
  } finally {
    await close()
  }
}

/**
 * Copies each screen as HTML from a window of a slide's size, because the page fits letters and charts to its window.
 *
 * @param {Page} page of the stage, on its first screen
 * @param {Lab} lab
 * @returns {Promise<string[]>} HTML documents without scripts
 */
async function copyScreens (page, lab) {
  const view = { ...describeLabForPage(lab), hasBoard: false }
  const titles = listStageScreens(view).flatMap((screen) => Array.from({ length: screen.steps(view) }, () => screen.title))
  await page.locator('#bar .here').waitFor()
  await page.addStyleTag({ content: ONLY_ON_STAGE })
  const slides = []
  for (const [index, title] of titles.entries()) {
    if (index) await page.keyboard.press('ArrowRight')
    await page.locator('#bar .here', { hasText: title }).waitFor()
    const frames = page.frames().slice(1)
    for (const frame of frames) await fitGraphs(frame)
    // waits for two frames, because the page first fits its letters and then draws its chart
    await page.evaluate(() => new Promise((resolve) => window.requestAnimationFrame(() => window.requestAnimationFrame(resolve))))
    slides.push(await page.evaluate(copyDocument, await Promise.all(frames.map((frame) => frame.evaluate(copyDocument, [])))))
  }
  return slides
}

/** Largest factor by which a slide enlarges flame graphs: labels of narrow frames need width, too. */
const MOST_ENLARGED = 1.5

/** Scales flame graphs so that all of them fill the slide. @param {Frame} frame */
async function fitGraphs (frame) {
  await frame.waitForFunction(() => performance.getEntriesByName('drawn').length > 0, undefined, { timeout: DRAWN_MS })
  await frame.addStyleTag({ content: ONLY_ON_STAGE })
  const fitting = await frame.evaluate(() => 0.97 * window.innerHeight / document.body.getBoundingClientRect().height)
  const element = await frame.frameElement()
  await element.evaluate((element, share) => {
    const [width, height] = [element.parentElement?.clientWidth ?? 0, element.parentElement?.clientHeight ?? 0]
    const scale = share * width / /** @type {HTMLElement} */ (element).offsetWidth
    Object.assign(/** @type {HTMLElement} */ (element).style, { width: `${width / scale}px`, height: `${height / scale}px`, transform: `scale(${scale})` })
  }, Math.min(MOST_ENLARGED, fitting))
}

/**
 * Runs in a page. Copies the page as it is now: with its styles, pictures in place of charts on a canvas, and without its scripts.
 *
 * @param {string[]} frames copies of the documents in the page's frames
 * @returns {string} HTML
 */
function copyDocument (frames) {
  const css = [...document.styleSheets].flatMap(({ cssRules }) => [...cssRules].map(({ cssText }) => cssText)).join('\n')
  const copy = /** @type {HTMLElement} */ (document.documentElement.cloneNode(true))
  const canvases = document.querySelectorAll('canvas')
  for (const [index, canvas] of copy.querySelectorAll('canvas').entries()) {
    const { clientWidth: width, clientHeight: height, style } = canvases[index]
    canvas.replaceWith(Object.assign(document.createElement('img'), { src: canvases[index].toDataURL(), style: style.cssText, width, height }))
  }
  for (const [index, frame] of copy.querySelectorAll('iframe').entries()) {
    for (const name of ['src', 'sandbox']) frame.removeAttribute(name)
    frame.srcdoc = frames[index]
  }
  for (const script of copy.querySelectorAll('script')) script.remove()
  copy.querySelector('head')?.replaceChildren(Object.assign(document.createElement('style'), { textContent: css }))
  return `<!doctype html>${copy.outerHTML}`
}

/** @param {Page} page empty @param {string} title @param {string[]} slides HTML documents @param {string} file absolute path of the PDF */
async function printSlides (page, title, slides, file) {
  const size = `width: ${SLIDE.width}px; height: ${SLIDE.height}px`
  const frames = slides.map((slide) => `<iframe srcdoc="${escapeHtml(slide)}"></iframe>`)
  await page.setContent(`<!doctype html><html lang="en"><title>${escapeHtml(title)}</title><style>@page { size: ${SLIDE.width}px ${SLIDE.height}px; margin: 0 } body { margin: 0 } iframe { display: block; border: 0; ${size} }</style>${frames.join('')}`)
  await page.pdf({ path: file, preferCSSPageSize: true, printBackground: true, tagged: true })
}
