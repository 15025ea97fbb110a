import { join } from 'node:path'
import t from 'tap'
import { loadLab } from '@hotpath-labs/lab/load.js'
import { planClaims } from '@hotpath-labs/lab/plans.js'
import { resolveLabFolder } from '@hotpath-labs/lab/project/project.js'
import { makeSampleRun } from '@hotpath-labs/stage/fixtures/run.js'
import { HandIn } from '@hotpath-labs/stage/hand-in.js'
import { serveStagePages } from '@hotpath-labs/stage/server.js'
import { DemoStage } from '@hotpath-labs/stage/stage.js'
import { describeExerciseProgress } from '@hotpath-labs/workshop/attempt/reached-step.js'
import { findViolations } from './axe.js'
import { launched, skip } from './browser.js'
import { findLayoutErrors, findMisfits } from './page-layout.js'

/** @import { Page } from 'playwright-core' */

const TOKEN = 'f'.repeat(32)
const SIZES = [[1280, 720], [1920, 1080], [3840, 2160]]

/** Smallest letters that the last row reads, in pixels. */
const LEAST_LETTERS = 18

const [, { result }] = /** @type {any} */ (makeSampleRun().events.at(-1))
const [claim] = result.claims
const mine = (more) => [{ ...claim, id: 'mine', names: { slower: 'express', faster: 'yours' }, ...more }]
const failed = (code, what) => ({ verdict: 'broken', claims: [], failure: { code, part: 'mine', what, advice: '', stderr: '' } })

/** What comes of eight files, by the first letter of their owner's name. @type {Record<string, any>} */
const OUTCOMES = {
  A: { claims: mine({ ratio: 6.1, interval: [3.5, 9.8] }) },
  B: { verdict: 'broken', claims: mine({ verdict: 'broken', ratio: 1.03, interval: [1.01, 1.05], metric: 'cpu' }), step: describeExerciseProgress(/** @type {any} */ ([{ variant: 'fast', about: 'leave the prototypes alone' }]), 0) },
  C: { verdict: 'broken', claims: [], oracle: { verdict: 'different', checked: 4, difference: 'GET /hello: slow answers "hello world", mine answers "hello"' } },
  D: failed('THREW', 'threw TypeError: Cannot read properties of undefined (reading \'bar\')'),
  E: failed('TIMED_OUT', 'did not answer within 10 s (request: answers)'),
  F: failed('TAMPERED', 'starts another process, whose work would not be measured'),
  G: { verdict: 'undecided', claims: mine({ verdict: 'undecided', ratio: 1.2, interval: [0.9, 1.6] }) },
  H: { verdict: 'broken', claims: mine({ ratio: 1.1, interval: [1.05, 1.2] }), counters: [{ name: 'prototypesReplaced', variant: 'mine', expected: 0, actual: 2, holds: false }] },
}
const NAMES = ['Anna', 'Bo Lind', 'Chen', 'Dara', 'Eli', 'Fay', 'Günther-Johannes Müller-Lüdenscheidt', 'Hana']

/** Opens the board of a lab whose judge is made up. */
async function openBoard (t, browser) {
  const root = t.testdir({ board: {}, work: {} })
  const lab = await loadLab(String(resolveLabFolder('http-baseline')))
  const never = () => { throw new Error('nothing is measured here') }
  const nowhere = join(root, 'nowhere')
  const board = {
    folder: join(root, 'board'),
    work: join(root, 'work'),
    judge (file, emit, end) {
      const owner = file.split(/[\\/]/).at(-2) ?? ''
      setTimeout(() => { emit({ type: 'result', result: { ...result, ...OUTCOMES[owner[0]] } }); end() }, 1)
      return { stop () {} }
    },
  }
  const adapters = { measure: never, profile: never, profileFile: nowhere, recordings: nowhere, tell () {}, board }
  const stage = new DemoStage(planClaims(lab), adapters)
  const handIn = stage.board && new HandIn(stage.board, TOKEN)
  const server = await serveStagePages(stage, TOKEN, null, { handIn })
  t.teardown(() => server.close())
  const address = `http://127.0.0.1:${server.port}`
  const page = await browser.newPage({ viewport: { width: 1280, height: 720 } })
  await page.addInitScript(`window.findMisfits = ${findMisfits}`)
  await page.goto(`${address}/#${TOKEN}`)
  await page.locator('h1').waitFor()
  await page.keyboard.press('6')
  await page.locator('.hand-in-code').waitFor()
  return { page, address, stage, code: String(handIn?.code) }
}

async function checkBoard (t, page, what) {
  for (const colorScheme of /** @type {const} */ (['light', 'dark'])) {
    await page.emulateMedia({ colorScheme })
    for (const [width, height] of SIZES) {
      await page.setViewportSize({ width, height })
      const { misfits, letters } = await page.evaluate(async () => {
        await new Promise((resolve) => window.requestAnimationFrame(() => window.requestAnimationFrame(resolve)))
        const texts = [...document.querySelectorAll('#screen *')].filter((element) => element.checkVisibility() && [...element.childNodes].some((node) => node.nodeType === 3 && node.textContent?.trim()))
        return { misfits: /** @type {any} */ (window).findMisfits('#screen'), letters: Math.min(...texts.map((element) => Number.parseFloat(window.getComputedStyle(element).fontSize))) }
      })
      t.same(misfits, [], `${what}, ${width}×${height}`)
      t.ok(letters >= LEAST_LETTERS, `${what}, ${width}×${height}: letters of ${letters} px`)
    }
    t.same(await findViolations(page), [], `axe, ${what}, ${colorScheme}`)
  }
}

t.test('eight files from a second browser are read, judged and shown', { skip }, async (t) => {
  const browser = await launched(t)
  const { page, address, code } = await openBoard(t, browser)
  await checkBoard(t, page, 'no file')
  /** @type {Page[]} */
  const room = []
  for (const name of NAMES) {
    const one = await (await browser.newContext({ viewport: { width: 375, height: 812 } })).newPage()
    room.push(one)
    await one.goto(`${address}/hand-in`)
    await one.locator('#lab b', { hasText: 'http-baseline' }).waitFor()
    await one.fill('[name=name]', name)
    await one.setInputFiles('[name=file]', { name: 'mine.js', mimeType: 'text/javascript', buffer: Buffer.from(`// ${name}\n`) })
    if (name === 'Anna') {
      await one.fill('[name=code]', 'WRONG')
      await one.keyboard.press('Enter')
      await one.locator('#answer.wrong', { hasText: 'not the code' }).waitFor()
    }
    await one.fill('[name=code]', code.toLowerCase())
    await one.click('button')
    await one.locator('#answer', { hasText: `on the board as ${name}` }).waitFor()
  }
  await page.locator('.board .waits').nth(NAMES.length - 1).waitFor()
  await checkBoard(t, page, 'eight files wait')
  t.match(await page.locator('.warning').textContent(), /on this machine, with your rights/)

  await page.setViewportSize({ width: 1280, height: 720 })
  await page.locator('.board button', { hasText: 'Bo Lind' }).focus()
  await page.keyboard.press('Enter')
  await page.locator('dialog.source', { hasText: '// Bo Lind' }).waitFor()
  t.same(await findViolations(page), [], 'axe, the code')
  await page.keyboard.press('ArrowRight')
  await page.locator('dialog.source', { hasText: '// Chen' }).waitFor()
  await page.keyboard.press('Escape')
  await page.locator('.board .waits .mark', { hasText: 'file read' }).nth(1).waitFor()
  t.equal(await page.locator('.board .waits .mark', { hasText: 'file read' }).count(), 2)

  const [notes] = await Promise.all([page.context().waitForEvent('page'), page.keyboard.press('n')])
  await notes.locator('.files button').nth(NAMES.length - 1).waitFor()
  t.match(await notes.locator('.text').textContent(), code)
  t.match(await notes.locator('.clock').textContent(), /^\d\d:\d\d$/)
  t.equal(await notes.locator('.budget .here').textContent(), 'verdictuntil 23:00')
  t.same(await findViolations(notes), [], 'axe, the notes')
  await notes.locator('.files button', { hasText: 'Dara' }).click()
  await notes.locator('dialog.source', { hasText: '// Dara' }).waitFor()
  await notes.close()

  await page.keyboard.press('r')
  await page.locator('.board .judged').nth(NAMES.length - 1).waitFor()
  const marks = await page.locator('.board .mark').allTextContents()
  t.same(marks, ['✔ passes', '✘ too slow', '✘ wrong answer', '✘ crash', '✘ no answer', '✘ not allowed', '? no verdict yet', '✘ cause still there'])
  t.equal(await page.locator('#bar .age').textContent(), '8 of 8 judged')
  await checkBoard(t, page, 'eight files judged')
  for (const [index, one] of room.entries()) {
    await one.locator('#answer', { hasText: marks[index].slice(2) }).waitFor()
    if (index === 1) t.match(await one.locator('#answer').textContent(), /^Bo Lind: ✘ too slow, 1\.03× as fast as express\n[^]*\nYou are here: the start$/)
    if (![0, 6].includes(index)) continue
    for (const colorScheme of /** @type {const} */ (['light', 'dark'])) {
      await one.emulateMedia({ colorScheme })
      for (const width of [375, 1280]) {
        await one.setViewportSize({ width, height: 812 })
        t.same(await one.evaluate(findLayoutErrors), { sideways: 0, overlaps: [], cut: [], pale: [] }, `${width} px, ${colorScheme}`)
      }
      t.same(await findViolations(one), [], `axe, the page for handing in, ${colorScheme}`)
    }
  }
  const audience = await browser.newPage()
  await audience.goto(`${address}/?audience`)
  await audience.locator('.board li').nth(NAMES.length - 1).waitFor()
  t.equal(await audience.locator('#screen kbd, #screen button').count(), 0, 'the audience is offered no key')
})

t.test('twenty-four files fit the window', { skip }, async (t) => {
  const { page, stage } = await openBoard(t, await launched(t))
  for (let index = 0; index < 24; index++) stage.board?.take(`${'ABCDEFGH'[index % 8]} attendee ${index}.js`, `// ${index}`)
  await page.locator('.board li').nth(23).waitFor()
  await checkBoard(t, page, '24 files wait')
  await page.keyboard.press('r')
  await page.locator('.board .judged').nth(23).waitFor()
  await checkBoard(t, page, '24 files judged')
})
