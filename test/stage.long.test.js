import { join } from 'node:path'
import t from 'tap'
import { makeSampleRun } from '@hotpath-labs/stage/fixtures/run.js'
import { writeRecording } from '@hotpath-labs/stage/recording-files.js'
import { launched, skip } from './browser.js'
import { cli, fixture } from './cli.js'
import { startDemo } from './start-demo.js'

t.test('of several labs that are recorded the worst gives the exit code', async (t) => {
  t.match(await cli(['demo', fixture('unknown-flag'), fixture('wrong-answer'), '--record']), { code: 1, stderr: /unknown-flag[^]*cannot run[^]*wrong-answer[^]*broken/ })
})

t.test('a recording is shown in a browser, to a room and to who speaks', { skip }, async (t) => {
  const my = t.testdir()
  const recording = join(my, 'recording.json')
  writeRecording(recording, makeSampleRun())
  const args = [fixture('holds'), '--replay', recording, '--speed', '2']
  const first = await startDemo(t, args, my)
  const browser = await launched(t)
  const context = await browser.newContext({ viewport: { width: 1280, height: 720 } })
  const page = await context.newPage()
  /** @type {string[]} */
  const wrong = []
  /** @type {Set<string>} */
  const hosts = new Set()
  page.on('pageerror', (error) => wrong.push(error.message))
  page.on('request', (request) => { if (!request.url().startsWith('data:')) hosts.add(new URL(request.url()).host) })
  const shows = (selector, hasText) => page.locator(selector, hasText && { hasText }).waitFor()
  const at = (title) => shows('#bar .here', title)
  const press = async (...keys) => { for (const key of keys) await page.keyboard.press(key) }

  await page.goto(first.address)
  await shows('h1')
  t.equal(await page.locator('#banner').isVisible(), false)
  await press('ArrowRight')
  await at('the baseline')
  t.match(await page.locator('.covered').textContent(), /\?/, 'fast is covered first')
  await press('r')
  await shows('#banner', /^RECORDING of 20.*2 times as fast.*Not measured now/)
  await press('PageDown')
  await shows('.seen')
  t.equal(await page.locator('.covered').count(), 0)
  await press(' ')
  await at('the profile')
  await press(' ')
  await at('the change')
  t.ok(await page.locator('.line.lit').count() > 2)
  await press('Enter')
  await at('measured again')
  t.equal(await page.locator('.verdict').textContent(), '✔ holds')
  t.match(await page.locator('.plot').textContent(), /this recording.*×/)
  await press('ArrowLeft')
  await at('the change')
  await press('5')

  const size = () => page.evaluate(() => Number.parseFloat(window.getComputedStyle(document.documentElement).fontSize))
  const before = await size()
  await press('+')
  t.ok(await size() > before)
  await press('-')
  const paper = () => page.evaluate(() => window.getComputedStyle(document.body).backgroundColor)
  const light = await paper()
  await press('l')
  t.not(await paper(), light)
  await press('b')
  await shows('#blank')
  await press('b')
  await page.locator('#blank').waitFor({ state: 'hidden' })
  await press('?')
  await page.getByRole('dialog', { name: 'Keys' }).waitFor()
  await press('Escape')

  await page.reload()
  await at('measured again')
  t.not(await paper(), light, 'a reload changes nothing')

  const audience = await context.newPage()
  await audience.goto(first.address.replace(/#.*/, '?audience'))
  await audience.locator('#bar .here', { hasText: 'measured again' }).waitFor()
  await audience.keyboard.press('ArrowLeft')
  await audience.keyboard.press('r')
  await press('2')
  await audience.locator('#bar .here', { hasText: 'the baseline' }).waitFor()
  const [notes] = await Promise.all([context.waitForEvent('page'), press('n')])
  await notes.locator('.text', { hasText: 'the baseline' }).waitFor()
  await notes.keyboard.press('ArrowRight')
  await notes.keyboard.press('ArrowRight')
  await at('the profile')

  first.child.kill('SIGKILL')
  await shows('#foot', /The server does not answer.* Type pnpm demo again/)
  t.match(await audience.locator('#foot').textContent(), /The server does not answer.* keeps trying to connect\.$/, 'the room need not know what to type')
  await press('ArrowLeft')
  await at('the baseline')
  let moves = 0
  /** @type {() => void} */
  let letThrough = () => {}
  const pressed = new Promise((resolve) => { letThrough = () => resolve(undefined) })
  // holds back the move of the reconnection, so that the next key comes before its answer
  await page.route('**/move', async (route) => {
    t.equal(++moves, 1, 'one move after the other, because two at once can arrive in the other order')
    await pressed
    await route.fulfill({ response: await route.fetch() })
    moves--
  })
  const second = await startDemo(t, args, my)
  t.equal(second.address, first.address)
  await shows('#foot', 'keys')
  await press('5')
  await at('measured again')
  letThrough()
  await audience.locator('#bar .here', { hasText: 'measured again' }).waitFor()
  await page.unroute('**/move')
  // as long as a lid is closed
  second.child.kill('SIGSTOP')
  await shows('#foot', 'The server does not answer')
  second.child.kill('SIGCONT')
  await shows('#foot', 'keys')
  await press('4')
  await at('the change')
  t.same([...hosts], [new URL(first.address).host], 'nobody else was asked for anything')
  t.same(wrong, [])
})
