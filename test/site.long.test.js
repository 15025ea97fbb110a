import { existsSync, readFileSync, readdirSync } from 'node:fs'
import { extname, join, posix } from 'node:path'
import { gzipSync } from 'node:zlib'
import t from 'tap'
import { build } from 'vitepress'
import { listLabNames } from '@hotpath-labs/lab/project/project.js'
import { findViolations } from './axe.js'
import { launched, skip } from './browser.js'
import { ROOT } from './cli.js'

const TYPES = { '.html': 'text/html', '.js': 'text/javascript', '.css': 'text/css', '.svg': 'image/svg+xml' }
const MOST_BYTES = 300_000

/** Number of pages that the browser has open at once. */
const TABS = 3

/** Decisions are text alone, and alike: axe looks at the list of them. */
const DECISION = /^decisions\/(?!index)/

/** A page of each kind, which axe sees on every screen: lab pages are alike, and so are those of text alone. */
const KINDS = ['index.html', 'claims.html', 'workshop.html', 'all-labs.html', 'labs/divideByAndSum.html']

const sideways = (page) => page.evaluate(() => {
  const { scrollWidth, clientWidth } = document.documentElement
  return scrollWidth - clientWidth
})

/** @type {Map<string, number>} */
const sizes = new Map()

/** @param {string} file @param {Buffer} body @returns {number} bytes as a web server sends them, packed */
function sizeAsSent (file, body) {
  const size = sizes.get(file) ?? gzipSync(body).length
  sizes.set(file, size)
  return size
}

// a build, then six looks at each kind of page
t.setTimeout(600_000)

const dist = t.testdir()
await build(join(ROOT, 'docs'), { outDir: dist })
const pages = readdirSync(dist, { recursive: true, encoding: 'utf8' }).map((file) => file.replaceAll('\\', '/')).filter((file) => file.endsWith('.html') && file !== '404.html').sort()
const html = Object.fromEntries(pages.map((page) => [page, readFileSync(join(dist, page), 'utf8')]))

t.test('there is a page for each lab', async (t) => {
  for (const name of listLabNames()) t.ok(html[`labs/${name}.html`]?.includes('The programs'), name)
})

t.test('each link leads to a page that is there, and each anchor to a place on it', async (t) => {
  const dead = []
  for (const [page, text] of Object.entries(html)) {
    for (const [, href] of text.matchAll(/<a\b[^>]*? href="([^"]*)"/g)) {
      if (/^[a-z]+:/.test(href)) continue
      const [path, anchor] = href.split('#')
      const to = path === '' ? page : posix.join(path.startsWith('/') ? '.' : posix.dirname(page), path.endsWith('/') ? `${path}index.html` : path).replace(/^\//, '')
      const isThere = Object.hasOwn(html, to) ? !anchor || html[to].includes(`id="${decodeURIComponent(anchor)}"`) : existsSync(join(dist, to))
      if (!isThere) dead.push(`${page}: ${href}`)
    }
  }
  t.same(dead, [])
})

t.test('nothing is loaded from elsewhere', async (t) => {
  for (const [page, text] of Object.entries(html)) t.notMatch(text, /<(?:link|script|img|iframe)\b[^>]*(?:href|src)="(?:https?:)?\/\//, page)
})

t.test('in a browser', { skip }, async (t) => {
  const browser = await launched(t)

  const open = async (colorScheme) => {
    const context = await browser.newContext({ colorScheme })
    const loaded = { bytes: 0, wrong: /** @type {string[]} */ ([]) }
    await context.route('**/*', (route) => {
      const { host, pathname } = new URL(route.request().url())
      const file = join(dist, pathname)
      if (host !== 'site.test' || !existsSync(file)) {
        loaded.wrong.push(route.request().url())
        return route.abort()
      }
      const body = readFileSync(file)
      loaded.bytes += sizeAsSent(file, body)
      return route.fulfill({ body, contentType: TYPES[/** @type {keyof typeof TYPES} */ (extname(file))] })
    })
    const page = await context.newPage()
    page.on('pageerror', ({ message }) => loaded.wrong.push(message))
    page.on('console', (message) => { if (message.type() === 'error') loaded.wrong.push(message.text()) })
    return { page, loaded, close: () => context.close() }
  }

  t.test('no page is heavy, wider than a phone, or has a fault that axe knows', async (t) => {
    const waiting = [...pages]
    const inOneTab = async () => {
      const { page, loaded, close } = await open('light')
      await page.setViewportSize({ width: 375, height: 800 })
      for (let path = waiting.pop(); path; path = waiting.pop()) {
        loaded.bytes = 0
        await page.goto(`http://site.test/${path}`, { waitUntil: 'networkidle' })
        t.ok(loaded.bytes > 0 && loaded.bytes < MOST_BYTES, `${path}: ${loaded.bytes} bytes`)
        t.equal(await sideways(page), 0, `${path} sideways`)
        if (!DECISION.test(path)) t.same(await findViolations(page), [], path)
      }
      t.same(loaded.wrong, [])
      await close()
    }
    // a page counts as loaded half a second after its last request; meanwhile the other tabs work
    await Promise.all(Array.from({ length: TABS }, inOneTab))
  })

  // in light colours every page is looked at in a phone's width above
  for (const [colorScheme, widths] of /** @type {['light' | 'dark', number[]][]} */ ([['light', [1024, 1920]], ['dark', [375, 1920]]])) {
    t.test(`a page of each kind on every screen, ${colorScheme}`, async (t) => {
      const { page, close } = await open(colorScheme)
      for (const path of KINDS) {
        await page.goto(`http://site.test/${path}`, { waitUntil: 'networkidle' })
        for (const width of widths) {
          await page.setViewportSize({ width, height: 800 })
          // the menu comes in slowly, and has no contrast until it is there
          await page.evaluate(() => Promise.allSettled(document.getAnimations().map(({ finished }) => finished)))
          t.same(await findViolations(page), [], `${path}, ${width} px`)
          t.equal(await sideways(page), 0, `${path}, ${width} px, sideways`)
        }
      }
      await close()
    })
  }

  t.test('a wide table scrolls by keyboard, its first column stays, and a timetable fits a laptop', async (t) => {
    const { page, close } = await open('light')
    await page.setViewportSize({ width: 375, height: 800 })
    await page.goto('http://site.test/workshop.html', { waitUntil: 'networkidle' })
    const table = page.locator('.vp-doc table', { hasText: 'question and guess' }).nth(1)
    const cell = table.locator('td').first()
    await table.focus()
    const before = await cell.boundingBox()
    await page.keyboard.press('ArrowRight')
    await page.waitForFunction((table) => Number(table?.scrollLeft) > 0, await table.elementHandle())
    t.ok(Math.abs(Number((await cell.boundingBox())?.x) - Number(before?.x)) < 1)
    await page.setViewportSize({ width: 1440, height: 800 })
    t.equal(await table.evaluate(({ scrollWidth, clientWidth }) => scrollWidth - clientWidth), 0)
    await close()
  })

  t.test('search finds a lab, and loads its index only then', async (t) => {
    const { page, loaded, close } = await open('light')
    await page.goto('http://site.test/index.html', { waitUntil: 'networkidle' })
    const before = loaded.bytes
    await page.locator('.VPNavBarSearch button').click()
    await page.locator('#localsearch-input').fill('toISOString')
    await page.locator('.results a[href^="/labs/date-to-iso-string.html"]').first().waitFor()
    t.ok(loaded.bytes > before)
    t.same(loaded.wrong, [])
    await close()
  })
})
