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
  const here = page.locator('#bar .here')
  const at = (title) => here.filter({ hasText: title }).waitFor()

  await page.goto(first.address)
  await page.locator('h1').waitFor()
  t.equal(await page.locator('#banner').isVisible(), false)
  await page.keyboard.press('ArrowRight')
  await at('the baseline')
  t.match(await page.locator('.covered').textContent(), /\?/, 'fast is covered first')
  await page.keyboard.press('r')
  await page.locator('#banner').filter({ hasText: /^RECORDING of 20.*2 times as fast.*Not measured now/ }).waitFor()
  await page.keyboard.press('PageDown')
  await page.locator('.seen').waitFor()
  t.equal(await page.locator('.covered').count(), 0)
  await page.keyboard.press(' ')
  await at('the profile')
  t.equal(await page.locator('#screen kbd').count(), 0, 'beside a recording no profile can be taken, so R is not offered')
  await page.keyboard.press(' ')
  await at('the change')
  t.ok(await page.locator('.line.lit').count() > 2)
  await page.keyboard.press('Enter')
  await at('measured again')
  t.equal(await page.locator('.verdict').textContent(), '✔ holds')
  t.match(await page.locator('.plot').textContent(), /this recording.*×/)
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
  await page.getByRole('dialog', { name: 'Keys' }).waitFor()
  await page.keyboard.press('Escape')
  await page.locator('#keys').waitFor({ state: 'hidden' })

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
  await page.locator('#foot', { hasText: /The server does not answer.* Type pnpm demo again/ }).waitFor()
  t.match(await audience.locator('#foot').textContent(), /The server does not answer.* keeps trying to connect\.$/, 'the room need not know what to type')
  await page.keyboard.press('ArrowLeft')
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
  await page.locator('#foot', { hasText: 'keys' }).waitFor()
  await page.keyboard.press('5')
  await at('measured again')
  letThrough()
  await audience.locator('#bar .here', { hasText: 'measured again' }).waitFor()
  await page.unroute('**/move')
  // as long as a lid is closed
  second.child.kill('SIGSTOP')
  await page.locator('#foot', { hasText: 'The server does not answer' }).waitFor()
  second.child.kill('SIGCONT')
  await page.locator('#foot', { hasText: 'keys' }).waitFor()
  await page.keyboard.press('4')
  await at('the change')
  t.same([...hosts], [new URL(first.address).host], 'nobody else was asked for anything')
  t.same(wrong, [])
})
