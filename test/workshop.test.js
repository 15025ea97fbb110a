import { chmodSync, readFileSync } from 'node:fs'
import { delimiter, join } from 'node:path'
import { pathToFileURL } from 'node:url'
import semver from 'semver'
import t from 'tap'
import { loadLabsInOrder, planLabPhases } from '@hotpath-labs/lab/project/timetable.js'
import { WORKSHOP_PLANS, formatClock, planSchedule } from '@hotpath-labs/figures/workshop.js'
import { findBrowser } from '@hotpath-labs/command-line/browser.js'
import { findViolations } from './axe.js'
import { launched, skip } from './browser.js'
import { ROOT, cli } from './cli.js'

const labs = await loadLabsInOrder()

const countPages = (pdf) => [...pdf.toString('latin1').matchAll(/\/Type\s*\/Page\b/g)].length

t.test('the minutes of each timetable add up to its frame, without a gap', async (t) => {
  t.same(Object.values(WORKSHOP_PLANS).map(({ minutes }) => minutes), [90, 240, 240, 420])
  for (const [name, { minutes, parts }] of Object.entries(WORKSHOP_PLANS)) {
    const slots = await planSchedule(name)
    let clock = 0
    for (const { start, minutes, what, phases } of slots) {
      t.equal(start, clock, `${name}: ${what}`)
      if (phases) t.equal(phases.reduce((sum, part) => sum + part, 0), minutes, `${name}: phases of ${what}`)
      clock += minutes
    }
    t.equal(clock, minutes, name)
    const shown = parts.filter((part) => typeof part === 'string')
    const inOrder = labs.map((lab) => lab.name).filter((lab) => shown.includes(lab))
    t.same(shown, inOrder, `${name}: labs in the order of the workshop`)
  }
})

t.test('phases are whole minutes, at least one each', async (t) => {
  const split = (minutes) => planLabPhases(minutes).map((phase) => phase.minutes)
  t.same(split(25), [3, 3, 5, 10, 2, 2])
  t.same(split(10), [1, 1, 2, 4, 1, 1])
  for (let minutes = 10; minutes <= 60; minutes++) t.equal(split(minutes).reduce((sum, part) => sum + part, 0), minutes)
})

t.test('a handout is one sheet of A4 or Letter, with the labs of its timetable', { skip }, async (t) => {
  const page = await (await launched(t)).newPage()
  const folder = t.testdir()
  const address = 'https://example.org/$&/"hotpath-labs"'
  for (const [name, { minutes, parts }] of Object.entries(WORKSHOP_PLANS)) {
    const file = join(folder, `${name}.html`)
    t.match(await cli(['handout', name, '--address', address, '--out', file]), { code: 0, stderr: '' })
    await page.goto(pathToFileURL(file).href)
    const most = name === '90-minutes' ? 1 : 2
    t.ok(countPages(await page.pdf({ preferCSSPageSize: true })) <= most, name)
    // a printer in America has shorter paper
    await page.addStyleTag({ content: '@page { size: letter }' })
    t.ok(countPages(await page.pdf({ preferCSSPageSize: true })) <= most, `${name} on Letter`)
    t.same(await page.locator('.labs b').allTextContents(), parts.filter((part) => typeof part === 'string'))
    const others = (await planSchedule(name)).filter(({ lab }) => !lab).map(({ start, what }) => `${formatClock(start)}${what}`)
    t.same(await page.locator('.labs .short').allTextContents(), [...others, `${formatClock(minutes)}end`])
    t.equal(await page.locator('.address').textContent(), address)
    t.equal(await page.getByRole('img').getAttribute('aria-label'), `QR code of ${address}`)
  }
  t.same(await findViolations(page), [])
  await page.addStyleTag({ content: '.front { font-size: 30pt }' })
  t.ok(countPages(await page.pdf({ preferCSSPageSize: true })) > 2, 'a longer handout would be noticed')
})

t.test('a handout has an address that a browser opens, or a line to write one', async (t) => {
  for (const wrong of ['hotpath-labs', 'file:///etc/passwd', `https://example.org/${'a'.repeat(200)}`]) t.equal((await cli(['handout', '--address', wrong])).code, 2)
  t.equal((await cli(['handout', 'week'])).code, 2)
  const my = t.testdir()
  t.match(await cli(['handout', 'day'], { env: { HOTPATH_MY: my } }), { code: 0, stderr: '' })
  t.match(readFileSync(join(my, 'handout-day.html'), 'utf8'), 'class="blank"')
})

t.test('demo --pdf writes a slide for each step of the stage, from the newest own recording', { skip }, async (t) => {
  const recording = JSON.parse(readFileSync(join(ROOT, 'labs/http-baseline/data/recording.json'), 'utf8'))
  const my = t.testdir({ recordings: { 'http-baseline-2030-01-02T00-00-00.json': JSON.stringify({ ...recording, recordedAt: '2030-01-02T00:00:00.000Z' }) } })
  const file = join(my, 'slides.pdf')
  const { code, stdout, stderr } = await cli(['demo', 'http-baseline', '--pdf', file], { env: { HOTPATH_MY: my } })
  t.equal(stderr, '')
  t.equal(code, 0)
  const pdf = readFileSync(file)
  t.equal(countPages(pdf), 7, 'question, baseline twice, profile, change, two claims')
  const text = pdf.toString('latin1')
  t.match(text, '/Title (http-baseline: Express and fastify')
  t.match(text, '/ToUnicode', 'its letters can be searched and copied')
  t.match(stdout, new RegExp(`slides\\.pdf: ${countPages(pdf)} slides, .*2030-01-02\\n$`))
  t.match(text, /\/MediaBox \[0 0 960 540\]/, '16:9')
})

t.test('demo --pdf without a browser says which one to install, and writes nothing', async (t) => {
  const my = t.testdir()
  const { code, stdout, stderr } = await cli(['demo', 'http-baseline', '--pdf'], { env: { HOTPATH_MY: my, CHROME_PATH: join(my, 'none') } })
  t.equal(code, 4)
  t.equal(stdout, '')
  t.equal(stderr, 'demo --pdf needs a browser, and found no Chrome, Chromium or Edge. Install one from https://www.google.com/chrome, or set CHROME_PATH to the path of a browser.\n')
})

t.test('a browser is found on the PATH, and CHROME_PATH comes first', { skip: process.platform === 'win32' && 'programs have another suffix' }, async (t) => {
  const folder = t.testdir({ empty: {}, bin: { 'google-chrome': '' }, mine: '' })
  chmodSync(join(folder, 'bin/google-chrome'), 0o755)
  const PATH = [join(folder, 'empty'), join(folder, 'bin')].join(delimiter)
  t.equal(findBrowser({ PATH }), join(folder, 'bin/google-chrome'))
  t.equal(findBrowser({ PATH, CHROME_PATH: join(folder, 'mine') }), join(folder, 'mine'))
  t.equal(findBrowser({ PATH, CHROME_PATH: join(folder, 'gone') }), undefined, 'a wrong CHROME_PATH is not ignored')
})

t.test('the container has a Node that the project runs on, and installs what is locked', async (t) => {
  const { image, postCreateCommand, postAttachCommand } = JSON.parse(readFileSync(join(ROOT, '.devcontainer/devcontainer.json'), 'utf8'))
  const { engines } = JSON.parse(readFileSync(join(ROOT, 'package.json'), 'utf8'))
  const [, major] = image.match(/:(\d+)-/)
  t.ok(semver.satisfies(`${major}.0.0`, engines.node))
  t.match(postCreateCommand, /install --frozen-lockfile/)
  t.equal(postAttachCommand, 'node . lab', 'and opens the next lab')
})
