import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { chromium } from 'playwright-core'
import t from 'tap'
import { executablePath, skip } from './browser.js'
import { ROOT, fixture } from './cli.js'
import { faults } from './looks.js'
import { writeRecording } from '../shared/stage/recording.js'
import { someRun } from '../shared/stage/test-run.js'

/** Laptops, projectors and large screens. */
const WIDTHS = [1024, 1280, 1440, 1920, 2560]
const NO_FAULTS = { sideways: 0, overlaps: [], cut: [], pale: [] }

/** @param {any} t @param {string[]} args @param {string} my @returns {Promise<{ child: import('node:child_process').ChildProcess, address: string }>} */
async function demo (t, args, my) {
  const child = spawn(process.execPath, ['scripts/cli.js', 'demo', ...args, '--no-open'], { cwd: ROOT, env: { ...process.env, HOTPATH_MY: my }, stdio: ['ignore', 'pipe', 'pipe'] })
  t.teardown(() => child.kill('SIGKILL'))
  const [line] = await once(child.stdout.setEncoding('utf8'), 'data')
  return { child, address: line.trim() }
}

t.test('a lab is measured while a page listens, and Ctrl-C leaves nothing behind', async (t) => {
  const my = t.testdir()
  const { child, address } = await demo(t, [fixture('holds')], my)
  const [base, token] = address.split('#')
  const events = await fetch(`${base}events`)
  const reader = /** @type {any} */ (events.body).pipeThrough(new TextDecoderStream()).getReader()
  t.equal((await fetch(`${base}run`, { method: 'POST', headers: { 'x-stage-token': token } })).status, 204)
  let text = ''
  while (!text.includes('"phase":"done"')) text += (await reader.read()).value
  const states = text.split('\n\n').filter((part) => part.startsWith('data: ') && part.endsWith('}')).map((part) => JSON.parse(part.slice(6)))
  t.ok(states.some(({ run }) => run.phase === 'measuring'), 'it was seen as it went on')
  const { result } = JSON.parse(text.split('data: ').at(-1)?.split('\n')[0] ?? '').run
  t.match(result, { lab: 'holds', verdict: 'holds', claims: [{ id: 'faster' }] })
  const file = join(my, 'stage/holds.json')
  t.equal(JSON.parse(readFileSync(file, 'utf8')).token, token)
  child.kill('SIGINT')
  await once(child, 'exit')
  t.match(JSON.parse(readFileSync(file, 'utf8')), { at: null, running: false }, 'the next one begins anew')
  await t.rejects(fetch(base))
})

t.test('the stage in a browser', { skip }, async (t) => {
  const my = t.testdir()
  const recording = join(my, 'recording.json')
  writeRecording(recording, someRun())
  const args = [fixture('holds'), '--replay', recording, '--speed', '2']
  const first = await demo(t, args, my)
  const browser = await chromium.launch({ executablePath, args: ['--no-sandbox'] })
  t.teardown(() => browser.close())
  const context = await browser.newContext({ viewport: { width: 1280, height: 720 } })
  const page = await context.newPage()
  /** @type {string[]} */
  const wrong = []
  /** @type {Set<string>} */
  const hosts = new Set()
  page.on('pageerror', (error) => wrong.push(error.message))
  page.on('request', (request) => { if (!request.url().startsWith('data:')) hosts.add(new URL(request.url()).host) })
  const here = page.locator('#bar .here')
  const at = (/** @type {string} */ title) => here.filter({ hasText: title }).waitFor()

  await page.goto(first.address)
  await page.locator('h1').waitFor()
  t.equal(await page.locator('#banner').isVisible(), false)
  await page.keyboard.press('ArrowRight')
  await at('the baseline')
  t.match(await page.locator('.covered').textContent(), /\?/, 'fast is covered first')
  await page.keyboard.press('r')
  await page.locator('#banner').filter({ hasText: /^RECORDING of 20.*2 times as fast.*Not measured now/ }).waitFor()
  await page.keyboard.press('PageDown')
  await page.locator('.sentence').filter({ hasText: 'HOLDS' }).waitFor()
  t.equal(await page.locator('.covered').count(), 0)
  await page.keyboard.press(' ')
  await at('the profile')
  await page.keyboard.press(' ')
  await at('the change')
  t.ok(await page.locator('.line.lit').count() > 2)
  await page.keyboard.press('Enter')
  await at('measured again')
  t.match(await page.locator('.figures').textContent(), /×.*95 %.*✔ holds/)
  t.ok(await page.locator('.chart canvas').count() === 1)
  await page.keyboard.press('ArrowLeft')
  await at('the change')
  await page.keyboard.press('5')

  const size = () => page.evaluate(() => Number.parseFloat(window.getComputedStyle(document.documentElement).fontSize))
  const before = await size()
  await page.keyboard.press('+')
  t.ok(await size() > before)
  await page.keyboard.press('-')
  const paper = () => page.evaluate(() => window.getComputedStyle(document.body).backgroundColor)
  const light = await paper()
  await page.keyboard.press('l')
  t.not(await paper(), light)
  await page.keyboard.press('b')
  await page.locator('#blank').waitFor()
  await page.keyboard.press('b')
  await page.locator('#blank').waitFor({ state: 'hidden' })
  await page.keyboard.press('?')
  t.ok(await page.locator('#keys').isVisible())
  await page.keyboard.press('?')

  await page.reload()
  await at('measured again')
  t.not(await paper(), light, 'a reload changes nothing')

  const audience = await context.newPage()
  await audience.goto(first.address.replace(/#.*/, '?audience'))
  await audience.locator('#bar .here', { hasText: 'measured again' }).waitFor()
  await audience.keyboard.press('ArrowLeft')
  await audience.keyboard.press('r')
  await page.keyboard.press('2')
  await audience.locator('#bar .here', { hasText: 'the baseline' }).waitFor()
  const [notes] = await Promise.all([context.waitForEvent('page'), page.keyboard.press('n')])
  await notes.locator('.text', { hasText: 'the baseline' }).waitFor()
  await notes.keyboard.press('ArrowRight')
  await notes.keyboard.press('ArrowRight')
  await at('the profile')

  first.child.kill('SIGKILL')
  await page.locator('#foot', { hasText: 'The server is gone' }).waitFor()
  await page.keyboard.press('ArrowLeft')
  await at('the baseline')
  const second = await demo(t, args, my)
  t.equal(second.address, first.address)
  await page.locator('#foot', { hasText: 'keys' }).waitFor()
  await page.keyboard.press('5')
  await audience.locator('#bar .here', { hasText: 'measured again' }).waitFor()
  t.same([...hosts], [new URL(first.address).host], 'nobody else was asked for anything')
  t.same(wrong, [])
})

t.test('the stage on every screen', { skip }, async (t) => {
  const { address } = await demo(t, ['divideByAndSum', '--replay', join(ROOT, 'labs/divideByAndSum/recording.json'), '--speed', '100'], t.testdir())
  const browser = await chromium.launch({ executablePath, args: ['--no-sandbox'] })
  t.teardown(() => browser.close())
  const page = await browser.newPage()
  await page.goto(address)
  await page.locator('h1').waitFor()
  await page.keyboard.press('2')
  await page.keyboard.press('ArrowRight')
  await page.keyboard.press('r')
  await page.locator('.sentence').waitFor()
  for (const colorScheme of /** @type {const} */ (['light', 'dark'])) {
    await page.emulateMedia({ colorScheme })
    for (const width of WIDTHS) {
      await page.setViewportSize({ width, height: Math.round(width * 0.5625) })
      for (const screen of [1, 2, 4, 5]) {
        await page.keyboard.press(String(screen))
        t.same(await page.evaluate(faults), NO_FAULTS, `screen ${screen}, ${width} px, ${colorScheme}`)
      }
    }
  }
})
