import { once } from 'node:events'
import { existsSync, copyFileSync, readFileSync, readdirSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { pathToFileURL } from 'node:url'
import t from 'tap'
import { readRecording } from '@hotpath-labs/stage/recording-files.js'
import { launched, skip } from './browser.js'
import { cli, fixture } from './cli.js'
import { isRunning, listChildren, waitUntil } from './processes.js'
import { startDemo } from './start-demo.js'

/** @param {string} folder @returns {string[]} all files in it */
function filesIn (folder) {
  return readdirSync(folder, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile()).map((entry) => join(entry.parentPath, entry.name))
}

t.test('a lab is measured while a page listens, and Ctrl-C leaves nothing behind', async (t) => {
  const my = t.testdir()
  const { child, address } = await startDemo(t, [fixture('holds')], my)
  const [base, token] = address.split('#')
  const events = await fetch(`${base}events`)
  const reader = /** @type {any} */ (events.body).pipeThrough(new TextDecoderStream()).getReader()
  t.equal((await fetch(`${base}run`, { method: 'POST', headers: { 'x-stage-token': token } })).status, 204)
  let text = ''
  // the recording is saved after the result is shown
  const isSaved = () => text.includes('"phase":"done"') && filesIn(my).some((file) => file.includes('recordings'))
  while (!isSaved()) text += (await reader.read()).value
  const states = text.split('\n\n').filter((part) => part.startsWith('data: ') && part.endsWith('}')).map((part) => JSON.parse(part.slice(6)))
  t.ok(states.some(({ run }) => run.phase === 'measuring'), 'it was seen as it went on')
  const { result } = JSON.parse(text.split('data: ').at(-1)?.split('\n')[0] ?? '').run
  t.match(result, { lab: 'holds', verdict: 'holds', claims: [{ id: 'faster' }] })
  const file = join(my, 'stage/.pages.json')
  t.same(filesIn(my).filter((one) => readFileSync(one, 'utf8').includes(token)), [file], 'and the token is where the next server finds it, and nowhere else')
  t.equal(JSON.parse(readFileSync(file, 'utf8')).token, token)
  child.kill('SIGINT')
  await once(child, 'exit')
  await t.rejects(fetch(base))
  t.notOk(existsSync(join(my, 'stage/holds.json')), 'nor its port')
})

t.test('a lab is recorded with its profile', async (t) => {
  const folder = join(t.testdir({ recorded: {} }), 'recorded')
  const noise = "if (/(measurer|profiler)\\.js$/.test(process.argv[1])) process.stderr.write('a warning\\n')"
  writeFileSync(join(folder, 'lab.js'), `${noise}\nexport { default } from ${JSON.stringify(pathToFileURL(join(fixture('holds'), 'lab.js')).href)}\n`)
  for (const file of ['slow.cjs', 'fast.cjs']) copyFileSync(join(fixture('holds'), file), join(folder, file))
  const { code, stdout, stderr } = await cli(['demo', folder, '--record'])
  t.equal(stderr.replace(/^waiting for another measurement .*\n/gm, ''), '', 'a run that succeeds shows nothing of what its lab prints')
  t.equal(code, 0)
  t.match(stdout, /recording.json {2}\d+ events, [\d.]+ s, \d+ kB\n$/)
  const { profile, events } = readRecording(join(folder, 'data', 'recording.json'), 'recorded')
  t.same(profile?.sides.map(({ variant }) => variant), ['slow', 'fast'])
  t.match(events.at(-1)?.[1], { type: 'result', result: { verdict: 'holds' } })
})

/** @param {string} base address of a stage @returns {Promise<void>} settles when the verdict *holds* has been sent */
async function waitForVerdict (base) {
  const { body } = await fetch(`${base}events`)
  let text = ''
  for await (const part of /** @type {any} */ (body).pipeThrough(new TextDecoderStream())) {
    text += part
    if (text.includes('"verdict":"holds"')) return
  }
  throw new Error('the stage ended before its verdict')
}

t.test('a run in a browser, which dies in the middle, and another one to the verdict, while thirty listen', { skip }, async (t) => {
  const my = t.testdir()
  const first = await startDemo(t, [fixture('holds')], my)
  const browser = await launched(t)
  // each page gets its own browser context, because the pages of a context share six connections to one address
  const open = async (address) => {
    const page = await (await browser.newContext({ viewport: { width: 640, height: 360 } })).newPage()
    await page.goto(address)
    await page.locator('h1').waitFor()
    return page
  }
  const [page, ...room] = await Promise.all([first.address, ...Array(4).fill(first.address.replace(/#.*/, '?audience'))].map(open))
  await page.keyboard.press('r')
  await page.locator('#bar .here', { hasText: 'the baseline' }).waitFor()
  t.ok(await waitUntil(() => listChildren(Number(first.child.pid)).length > 0), 'something is being measured')
  const measurers = listChildren(Number(first.child.pid))
  first.child.kill('SIGKILL')
  await page.locator('#foot', { hasText: 'The server does not answer' }).waitFor()
  for (let tries = 0; tries < 50 && measurers.some(isRunning); tries++) await page.waitForTimeout(100)
  t.same(measurers.filter(isRunning), [], 'what it measured has ended with it')

  const second = await startDemo(t, [fixture('holds')], my)
  t.equal(second.address, first.address)
  // thirty pages would take the processors from the measurement
  const others = Promise.all(Array.from({ length: 25 }, () => waitForVerdict(second.address.replace(/#.*/, ''))))
  await page.locator('.below kbd', { hasText: 'R' }).waitFor()
  await page.keyboard.press('r')
  await page.locator('#bar .age', { hasText: /^measured / }).waitFor()
  await page.keyboard.press('5')
  await page.locator('.verdict', { hasText: '✔ holds' }).waitFor()
  for (const one of room) await one.locator('.verdict', { hasText: '✔ holds' }).waitFor()
  t.match(await room[3].locator('#screen').textContent(), /pairs.* Node /)
  await t.resolves(others, 'all have got it')
})

t.test('files that are dropped on the page and put into the folder are judged', { skip }, async (t) => {
  const my = t.testdir({ room: { bo: {} } })
  writeFileSync(join(my, 'room/bo/mine.cjs'), readFileSync(join(fixture('wrong-answer'), 'fast.cjs')))
  const { address } = await startDemo(t, [fixture('holds'), '--board', join(my, 'room')], my)
  const browser = await launched(t)
  const page = await browser.newPage()
  await page.goto(address)
  await page.locator('h1').waitFor()
  await page.keyboard.press('6')
  await page.locator('.board li', { hasText: /^bo *not judged yet/ }).waitFor()
  const drop = (name, text) => page.evaluate(([name, text]) => {
    const dataTransfer = new window.DataTransfer()
    dataTransfer.items.add(new window.File([text], name))
    document.dispatchEvent(new window.DragEvent('drop', { dataTransfer }))
  }, [name, text])
  await drop('anna.js', readFileSync(join(fixture('holds'), 'fast.cjs'), 'utf8'))
  await page.locator('.board li', { hasText: 'anna' }).waitFor()
  await drop('photo.png', 'x')
  await page.locator('#foot', { hasText: 'photo.png is not a JavaScript file' }).waitFor()
  await page.keyboard.press('r')
  await page.locator('.board li', { hasText: /^bo✘ wrong answer.*bo's file answers undefined/ }).waitFor()
  await page.locator('.board li', { hasText: /^anna✔ passes[\d.]+×.* (of|as) the solution/ }).waitFor()
  writeFileSync(join(my, 'room/cy.js'), 'module.exports = (')
  await page.locator('.board li', { hasText: /^cy *not judged yet/ }).waitFor()
  await page.keyboard.press('r')
  await page.locator('.board li', { hasText: /^cy✘ crash.*SyntaxError.*line 1/ }).waitFor()
})
