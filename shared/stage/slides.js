import { randomBytes } from 'node:crypto'
import { makeCommand } from '@hotpath-labs/terminal/terminal.js'
import { dirname } from 'node:path'
import { describeLabForPage } from './lab-view.js'
import { findRecordingOrigin } from './messages.js'
import { listStageScreens } from './page/screens.js'
import { replayRecordingToEnd } from './recording.js'
import { findFallbackRecording } from './recording-files.js'
import { serveStagePages } from './server.js'
import { DemoStage } from './stage.js'
import { CannotRun, UsageError } from '@hotpath-labs/engine/failures.js'
import { makeFolder } from '@hotpath-labs/engine/files.js'
import { escapeHtml } from '@hotpath-labs/site/html.js'
import { planClaims } from '@hotpath-labs/lab/plans.js'
import { formatLabArgument } from '@hotpath-labs/lab/project/project.js'
import { findBrowser } from '@hotpath-labs/command-line/browser.js'
import { findRecordingsFolder, makeStageAdapters } from './processes.js'
import { formatPageAddress } from './saved-state.js'

/**
 * @import { Page } from 'playwright-core'
 * @import { Lab } from '@hotpath-labs/lab/load.js'
 * @import { Recording } from './recording.js'
 */

/** Size of a slide (16:9) in CSS pixels, the same as in presentation programs. */
const SLIDE = { width: 1280, height: 720 }

/** CSS that hides what only a live page needs. Missing lines of code lose their stripes, which need megabytes in a PDF. */
const ONLY_ON_STAGE = '.line.none { background: none !important } #foot, .age { display: none }'

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
export async function writeSlidesPdf (lab, file, replay = findFallbackRecording(findRecordingsFolder(), planClaims(lab))) {
  if (!replay) throw new UsageError(`${lab.name} has no recording of its present claims to show. Type: ${makeCommand(`demo ${formatLabArgument(lab)} --record`)}`)
  const executablePath = findBrowser()
  if (!executablePath) {
    throw new CannotRun('TOOL_MISSING', 'demo --pdf', 'needs a browser, and found no Chrome, Chromium or Edge', 'Install one from https://www.google.com/chrome, or set CHROME_PATH to the path of a browser.')
  }
  const token = randomBytes(16).toString('hex')
  const stage = new DemoStage(planClaims(lab), makeStageAdapters(lab, {}), { replay })
  // shows the end of the recording at once, instead of playing the recording
  Object.assign(stage, { run: replayRecordingToEnd(replay), source: { kind: 'recording', speed: 1, ...findRecordingOrigin(replay) } })
  const { port, close } = await serveStagePages(stage, token)
  try {
    // loads the browser's package only here, because no other command controls a browser
    const { chromium } = await import('playwright-core')
    const browser = await chromium.launch({ executablePath })
    try {
      const page = await browser.newPage({ viewport: SLIDE, colorScheme: 'light', bypassCSP: true })
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
 * Copies each screen as HTML from a window of a slide's size, because the page fits letters and graphs to its window.
 *
 * @param {Page} page of the stage, on its first screen
 * @param {Lab} lab
 * @returns {Promise<string[]>} HTML documents without scripts
 */
async function copyScreens (page, lab) {
  const view = { ...describeLabForPage(planClaims(lab)), hasBoard: false }
  const titles = listStageScreens(view).flatMap((screen) => Array.from({ length: screen.steps(view) }, () => screen.title))
  await page.locator('#bar .here').waitFor()
  await page.addStyleTag({ content: ONLY_ON_STAGE })
  const slides = []
  for (const [index, title] of titles.entries()) {
    if (index) await page.keyboard.press('ArrowRight')
    await page.locator('#bar .here', { hasText: title }).waitFor()
    // waits for two frames, because the page first fits its letters and then draws its graphs
    await page.evaluate(() => new Promise((resolve) => window.requestAnimationFrame(() => window.requestAnimationFrame(resolve))))
    slides.push(await page.evaluate(copyDocument))
  }
  return slides
}

/** Runs in a page. Copies the page as it is now, with its styles and without its scripts. @returns {string} HTML */
function copyDocument () {
  const css = [...document.styleSheets].flatMap(({ cssRules }) => [...cssRules].map(({ cssText }) => cssText)).join('\n')
  const copy = /** @type {HTMLElement} */ (document.documentElement.cloneNode(true))
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
