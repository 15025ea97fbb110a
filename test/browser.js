import { existsSync, writeFileSync } from 'node:fs'
import { delimiter, join } from 'node:path'
import { pathToFileURL } from 'node:url'
import { chromium } from 'playwright-core'

/** @import { Page } from 'playwright-core' */

const { PATH = '', CHROME_PATH } = process.env

const NAMES = ['chromium', 'google-chrome', 'chrome.exe', 'msedge.exe']

const programs = PATH.split(delimiter).flatMap((folder) => NAMES.map((name) => join(folder, name)))

/** A Chromium of this machine, if there is one. */
const executablePath = [CHROME_PATH ?? '', ...programs].find((file) => existsSync(file))

/** Why a test in a browser cannot run; false where it can. */
export const skip = !executablePath && 'there is no Chromium here; set CHROME_PATH to its program'

/** @param {any} t @returns {Promise<import('playwright-core').Browser>} until the test has ended */
export async function launched (t) {
  const browser = await chromium.launch({ executablePath, args: ['--no-sandbox'] })
  t.teardown(() => browser.close())
  return browser
}

/**
 * Opens a page as a reader does who has it on disk, and no network.
 *
 * @param {any} t @param {string} html
 * @returns {Promise<{ page: Page, url: string, asked: string[], wrong: string[] }>}
 *   `asked`: addresses that the page loads; `wrong`: its errors; both grow as long as the page is open
 */
export async function openedFromDisk (t, html) {
  const url = pathToFileURL(join(t.testdir(), 'page.html'))
  writeFileSync(url, html)
  const page = await (await launched(t)).newPage({ viewport: { width: 1280, height: 800 } })
  /** @type {string[]} */
  const asked = []
  /** @type {string[]} */
  const wrong = []
  page.on('request', (request) => asked.push(request.url()))
  page.on('pageerror', (error) => wrong.push(error.message))
  page.on('console', (message) => { if (message.type() === 'error') wrong.push(message.text()) })
  await page.context().setOffline(true)
  await page.goto(url.href)
  return { page, url: url.href, asked, wrong }
}
