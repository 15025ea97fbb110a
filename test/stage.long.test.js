import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { copyFileSync, mkdirSync, readFileSync, readdirSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { pathToFileURL } from 'node:url'
import t from 'tap'
import { findViolations } from './axe.js'
import { launched, skip } from './browser.js'
import { CLEAN_ENV, ROOT, cli, fixture } from './cli.js'
import { listChildren, isRunning } from './processes.js'
import { findLayoutErrors } from './page-layout.js'
import { readRecording, someProfile, someRun, writeRecording } from '@hotpath-labs/stage'

/** Old projectors, laptops, new projectors and large screens. */
const SIZES = [[1024, 768], [1280, 720], [1440, 900], [1920, 1080], [3840, 2160]]

/** Of a window's height, that the figures of the baseline have where the window is wide: who sits twenty metres away is to read them. */
const A_THIRD = 0.3
const NO_FAULTS = { sideways: 0, overlaps: [], cut: [], pale: [] }

/** @param {any} t @param {string[]} args @param {string} my @returns {Promise<{ child: import('node:child_process').ChildProcess, address: string }>} */
async function demo (t, args, my) {
  const child = spawn(process.execPath, ['scripts/cli.js', 'demo', ...args, '--no-open'], { cwd: ROOT, env: { ...CLEAN_ENV, HOTPATH_MY: my }, stdio: ['ignore', 'pipe', 'pipe'] })
  t.teardown(() => child.kill('SIGKILL'))
  const [line] = await once(child.stdout.setEncoding('utf8'), 'data')
  return { child, address: line.trim() }
}

/** @param {string} folder @returns {string[]} all files in it */
function filesIn (folder) {
  return readdirSync(folder, { withFileTypes: true }).flatMap((entry) => entry.isDirectory() ? filesIn(join(folder, entry.name)) : entry.isFile() ? [join(folder, entry.name)] : [])
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
  const written = filesIn(my)
  t.ok(written.some((one) => one.includes('recordings')), 'the run is recorded')
  t.same(written.filter((one) => readFileSync(one, 'utf8').includes(token)), [file], 'and the token is where the next server finds it, and nowhere else')
  t.equal(JSON.parse(readFileSync(file, 'utf8')).token, token)
  child.kill('SIGINT')
  await once(child, 'exit')
  t.match(JSON.parse(readFileSync(file, 'utf8')), { at: null, running: false }, 'the next one begins anew')
  await t.rejects(fetch(base))
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

t.test('of several labs that are recorded the worst gives the exit code', async (t) => {
  const { code, stderr } = await cli(['demo', fixture('unknown-flag'), fixture('wrong-answer'), '--record'])
  t.equal(code, 1)
  t.match(stderr, /unknown-flag[^]*cannot run[^]*wrong-answer[^]*broken/)
})

t.test('the stage in a browser', { skip }, async (t) => {
  const my = t.testdir()
  const recording = join(my, 'recording.json')
  writeRecording(recording, someRun())
  const args = [fixture('holds'), '--replay', recording, '--speed', '2']
  const first = await demo(t, args, my)
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
  t.equal(await page.locator('#screen kbd').count(), 0, 'beside a recording no profile can be taken, so R is not offered')
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
  await page.locator('#foot', { hasText: /The server is gone.* Type pnpm demo again/ }).waitFor()
  t.match(await audience.locator('#foot').textContent(), /The server is gone.* stays as it is\.$/, 'the room need not know what to type')
  await page.keyboard.press('ArrowLeft')
  await at('the baseline')
  const second = await demo(t, args, my)
  t.equal(second.address, first.address)
  await page.locator('#foot', { hasText: 'keys' }).waitFor()
  await page.keyboard.press('5')
  await audience.locator('#bar .here', { hasText: 'measured again' }).waitFor()
  // as long as a lid is closed
  second.child.kill('SIGSTOP')
  await page.locator('#foot', { hasText: 'The server is gone' }).waitFor()
  second.child.kill('SIGCONT')
  await page.locator('#foot', { hasText: 'keys' }).waitFor()
  await page.keyboard.press('4')
  await at('the change')
  t.same([...hosts], [new URL(first.address).host], 'nobody else was asked for anything')
  t.same(wrong, [])
})

t.test('a run in a browser, which dies in the middle, and another one to the verdict, while thirty pages listen', { skip }, async (t) => {
  const my = t.testdir()
  const first = await demo(t, [fixture('holds')], my)
  const browser = await launched(t)
  const pages = []
  for (let index = 0; index < 30; index++) {
    // each in a context of its own: a browser has six connections to one address
    const page = await (await browser.newContext({ viewport: { width: 640, height: 360 } })).newPage()
    await page.goto(index ? first.address.replace(/#.*/, '?audience') : first.address)
    pages.push(page)
  }
  for (const page of pages) await page.locator('h1').waitFor()
  const [page, ...room] = pages
  await page.keyboard.press('r')
  await page.locator('.below', { hasText: /warm up|pair/ }).waitFor()
  const measurers = listChildren(Number(first.child.pid))
  t.ok(measurers.length > 0, 'something is being measured')
  first.child.kill('SIGKILL')
  await page.locator('#foot', { hasText: 'The server is gone' }).waitFor()
  for (let tries = 0; tries < 50 && measurers.some(isRunning); tries++) await page.waitForTimeout(100)
  t.same(measurers.filter(isRunning), [], 'what it measured has ended with it')

  const second = await demo(t, [fixture('holds')], my)
  t.equal(second.address, first.address)
  await page.locator('.below', { hasText: 'pnpm demo ended during the run' }).waitFor()
  await page.keyboard.press('r')
  await page.locator('.below', { hasText: /^Measured\. What is your guess/ }).waitFor()
  await page.keyboard.press('5')
  await page.locator('.verdict', { hasText: '✔ holds' }).waitFor()
  for (const one of room) await one.locator('.verdict', { hasText: '✔ holds' }).waitFor()
  t.equal(room.length, 29, 'all have seen it')
  t.match(await room[28].locator('.figures').textContent(), /pairs.*here, now Node /)
})

t.test('files that are dropped on the page and put into the folder are judged', { skip }, async (t) => {
  const my = t.testdir({ room: { bo: {} } })
  writeFileSync(join(my, 'room/bo/mine.cjs'), readFileSync(join(fixture('wrong-answer'), 'fast.cjs')))
  const { address } = await demo(t, [fixture('holds'), '--board', join(my, 'room')], my)
  const browser = await launched(t)
  const page = await browser.newPage()
  await page.goto(address)
  await page.locator('h1').waitFor()
  await page.keyboard.press('6')
  await page.locator('.board tr', { hasText: /^bo *waits/ }).waitFor()
  const drop = (/** @type {string} */ name, /** @type {string} */ text) => page.evaluate(([name, text]) => {
    const dataTransfer = new window.DataTransfer()
    dataTransfer.items.add(new window.File([text], name))
    document.dispatchEvent(new window.DragEvent('drop', { dataTransfer }))
  }, [name, text])
  await drop('anna.js', readFileSync(join(fixture('holds'), 'fast.cjs'), 'utf8'))
  await page.locator('.board tr', { hasText: 'anna' }).waitFor()
  await drop('photo.png', 'x')
  await page.locator('#foot', { hasText: 'photo.png is not a JavaScript file' }).waitFor()
  await drop('long.js', '/'.repeat(150_000))
  await page.locator('#foot', { hasText: 'long.js is longer than 100 kB' }).waitFor()
  await drop('mine.cjs', '// mine')
  await page.locator('#foot', { hasText: 'mine.cjs does not say whose file it is: rename it, for example to anna.cjs' }).waitFor()
  await page.keyboard.press('r')
  await page.locator('.board tr', { hasText: /^bo✘ broken.*mine answers undefined/ }).waitFor()
  await page.locator('.board tr', { hasText: /^anna✔ holds[\d.]+×.*of the solution/ }).waitFor()
  t.match(await page.locator('.board tr').first().textContent(), /^anna/)
  writeFileSync(join(my, 'room/cy.js'), 'module.exports = (')
  await page.locator('.board tr', { hasText: /^cy✘ / }).waitFor()
  t.pass('what comes later is judged too')
})

t.test('what stands in a lab, in its files and in a recording is text, and never a program', { skip }, async (t) => {
  const evil = '<img src=x onerror="document.title=1"><script>document.title=1</script>'
  const my = t.testdir({ lab: {} })
  const folder = join(my, 'lab/holds')
  mkdirSync(folder)
  const defined = JSON.stringify(new URL('fixtures/manifest.js', import.meta.url).href)
  writeFileSync(join(folder, 'lab.js'), `import { functionLab } from ${defined}\nexport default functionLab(${JSON.stringify({ title: evil, question: `Why ${evil}?`, ladder: { slow: evil, fast: evil }, look: { search: evil, says: evil } })})\n`)
  writeFileSync(join(folder, 'slow.cjs'), `// ${evil}\nmodule.exports = () => '${evil}'\n`)
  writeFileSync(join(folder, 'fast.cjs'), `module.exports = () => \`${evil}\`\n`)
  writeFileSync(join(folder, 'README.md'), `## The baseline\n${evil}\n\n## What to look at\n${evil}\n`)
  const run = someRun()
  const last = /** @type {any} */ (run.events[4][1])
  Object.assign(last.result, { node: `v20${evil}`, machine: { ...last.result.machine, cpu: evil }, failure: { variant: evil, what: evil, stderr: evil } })
  const profile = someProfile()
  Object.assign(profile, { lab: evil, question: evil, hints: [evil], per: evil, look: evil })
  for (const frame of profile.frames) Object.assign(frame, { name: evil, where: evil, text: evil, hotText: evil })
  const recording = join(my, 'recording.json')
  writeRecording(recording, { ...run, profile, events: [[0, { type: 'waiting', what: evil }], ...run.events] })

  const { address } = await demo(t, [folder, '--replay', recording, '--speed', '10'], my)
  const browser = await launched(t)
  const context = await browser.newContext()
  const page = await context.newPage()
  await page.goto(address)
  await page.locator('.question h2', { hasText: 'onerror' }).waitFor()
  await page.keyboard.press('2')
  await page.keyboard.press('r')
  await page.keyboard.press('ArrowRight')
  await page.locator('.sentence').first().waitFor()
  for (const screen of ['1', '3', '4', '5']) {
    await page.keyboard.press(screen)
    await page.locator('#bar .here', { hasText: ['', 'question', '', 'profile', 'change', 'again'][Number(screen)] }).waitFor()
    if (screen === '3') await page.frameLocator('iframe').locator('.hints', { hasText: 'onerror' }).waitFor()
    for (const frame of page.frames()) {
      t.equal(await frame.evaluate(() => document.querySelectorAll('img').length), 0, `screen ${screen}`)
      t.not(await frame.title(), '1')
    }
  }
  const [notes] = await Promise.all([context.waitForEvent('page'), page.keyboard.press('n')])
  await notes.locator('.text h2').waitFor()
  await notes.keyboard.press('2')
  await notes.locator('.text', { hasText: 'onerror' }).waitFor()
  t.equal(await notes.locator('img').count(), 0)
})

t.test('the stage on every screen', { skip }, async (t) => {
  const { address } = await demo(t, ['divideByAndSum', '--replay', join(ROOT, 'labs/divideByAndSum/data/recording.json'), '--speed', '100'], t.testdir())
  const browser = await launched(t)
  const page = await browser.newPage()
  await page.goto(address)
  await page.locator('h1').waitFor()
  await page.keyboard.press('2')
  await page.keyboard.press('ArrowRight')
  await page.keyboard.press('r')
  await page.locator('.sentence').waitFor()
  for (const colorScheme of /** @type {const} */ (['light', 'dark'])) {
    await page.emulateMedia({ colorScheme })
    for (const [width, height] of SIZES) {
      await page.setViewportSize({ width, height })
      for (const screen of [1, 2, 4, 5]) {
        await page.keyboard.press(String(screen))
        if (screen === 2) await page.keyboard.press('ArrowRight')
        t.same(await page.evaluate(findLayoutErrors), NO_FAULTS, `screen ${screen}, ${width} px, ${colorScheme}`)
        if (width === SIZES[0][0]) t.same(await findViolations(page), [], `axe, screen ${screen}, ${colorScheme}`)
        const { figures, below } = await page.evaluate(() => {
          const root = /** @type {Element} */ (document.querySelector('#screen'))
          return { below: root.scrollHeight - root.clientHeight, figures: [...document.querySelectorAll('.column .figure')].map((one) => one.getBoundingClientRect().height / window.innerHeight) }
        })
        if (screen !== 4) t.ok(below <= 1, `screen ${screen}, ${width} px: nothing has to be scrolled to`)
        if (screen === 2 && width / height > 1.7) t.ok(figures.length === 2 && figures.every((share) => share > A_THIRD), `they are large: ${figures}`)
      }
    }
  }
})
