import { chmodSync, readFileSync } from 'node:fs'
import { delimiter, join } from 'node:path'
import semver from 'semver'
import t from 'tap'
import { loadLabsInOrder, planLabPhases } from '@hotpath-labs/lab/project/timetable.js'
import { WORKSHOP_PLANS, planSchedule } from '@hotpath-labs/figures/workshop.js'
import { findBrowser } from '@hotpath-labs/command-line/browser.js'
import { skip } from './browser.js'
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
