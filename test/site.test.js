import { readFileSync, readdirSync } from 'node:fs'
import { join } from 'node:path'
import t from 'tap'
import { loadLabsInOrder } from '@hotpath-labs/lab/project/timetable.js'
import { createMarkdownRenderer } from 'vitepress'
import { listLabNames } from '@hotpath-labs/lab/project/project.js'
import { extractNumbers } from '@hotpath-labs/records/ledger/ledger.js'
import { readValidationResults } from '@hotpath-labs/validate/journal.js'
import config from '../docs/.vitepress/config.js'
import { findPicturePath, findSiteLink, insertRepositoryAddress, makeTablesFocusable, nameStartBox } from '../docs/.vitepress/places.js'
import { ROOT, cli } from './cli.js'

const labs = await loadLabsInOrder()
const read = (file) => readFileSync(join(ROOT, file), 'utf8')
const docs = readdirSync(join(ROOT, 'docs')).filter((name) => name.endsWith('.md'))

/** What a command has written into a page, from results: each kind has a test of its own. */
const WRITTEN = /<!-- (?:(?:chart|result|run|labs|surprises|table|figures|notes|sizes) of|versions:) ?[^>]*-->[^]*?<!-- end of [^>]*-->|^```[^]*?^```/gm

t.test('a ratio that somebody typed is one that was published, or one that the judge is tried with', async (t) => {
  const published = labs
    .flatMap(({ manifest }) => manifest.claims).flatMap((claim) => claim.published ? [String(claim.published.ratio)] : [])
  const quoted = JSON.parse(read('shared/records/ledger/quotes.json')).flatMap(({ quotes }) => quotes.flatMap(({ line }) => extractNumbers(line)))
  const tried = readValidationResults('live').map(({ ratio }) => ratio.toFixed(2).replace(/\.00$/, ''))
  const compared = readValidationResults('compare').map(({ difference }) => String(difference))
  const known = new Set([...published, ...quoted, ...tried, ...compared])
  const typed = [...docs.filter((name) => name !== 'claims.md').map((name) => `docs/${name}`), 'README.md', 'CONTRIBUTING.md', ...listLabNames().map((name) => `labs/${name}/README.md`)]
    .flatMap((file) => [...read(file).replace(WRITTEN, '').matchAll(/(\d[\d.,]*)\s?×(?! \d)/g)].map(([, ratio]) => ({ file, ratio })))
  t.ok(typed.length > 0, 'it finds those that there are')
  t.same(typed.filter(({ ratio }) => !known.has(ratio)), [])
})

t.test('each page can be reached from the menu', async (t) => {
  const links = /** @type {any} */ (config).themeConfig.sidebar
    .flatMap(({ items }) => items).map(({ link }) => link)
  const pages = [...docs.map((name) => `/${name.replace(/\.md$/, '').replace(/^index$/, '')}`), ...listLabNames().map((name) => `/labs/${name}`)]
  t.same(links.sort(), pages.sort())
})

t.test('a link of a file leads to its page', async (t) => {
  t.equal(findSiteLink('docs/judging.md#do-it-yourself', 'verdict.md', ''), '/judging#do-it-yourself', 'of the README, in a page that shows a part of it')
  t.equal(findSiteLink('../inlining', 'labs/hidden-classes.md', ''), '/labs/inlining', 'of a lab\'s README')
  t.equal(findSiteLink('../labs/inlining', 'workshop.md', ''), '/labs/inlining')
  t.equal(findSiteLink('CONTRIBUTING.md', 'commands.md', ''), '/write-a-lab')
  t.equal(findSiteLink('https://nodejs.org/', 'guards.md', ''), 'https://nodejs.org/')
  t.equal(findSiteLink('../shared/validate/peers', 'judging.md', 'https://example.org/blob/main'), 'https://example.org/blob/main/shared/validate/peers')
  t.equal(findSiteLink('../shared/validate/peers', 'judging.md', ''), undefined, 'a file that no page shows, where nobody knows the address of the repository')
  t.equal(findSiteLink('no-such-page.md', 'judging.md', ''), 'no-such-page.md', 'left as it is, for the build to complain of')
})

t.test('a picture of a lab\'s README is found from the page that shows the README', async (t) => {
  t.equal(findPicturePath('data/chart.svg', 'labs/inlining.md'), '../../labs/inlining/data/chart.svg')
  t.equal(findPicturePath('then-and-now.svg', 'index.md'), 'then-and-now.svg')
  t.equal(findPicturePath('https://example.org/a.svg', 'index.md'), 'https://example.org/a.svg')
  t.equal(findPicturePath('no-such-picture.svg', 'index.md'), 'no-such-picture.svg', 'left as it is, for the build to complain of')
})

t.test('a page has the address to clone, a start box, and tables for the keyboard', async (t) => {
  const md = await createMarkdownRenderer(ROOT, {
    config: (md) => { md.use(insertRepositoryAddress, 'https://example.org/it').use(nameStartBox).use(makeTablesFocusable) },
  })
  const html = md.render('```sh\ngit clone ADDRESS it\n```\n\n> [!TIP]\n> Type it.\n\n| a |\n| --- |\n| b |\n').replace(/<\/?span[^>]*>/g, '')
  t.match(html, 'git clone https://example.org/it it')
  t.match(html, '<p class="custom-block-title">Start</p>')
  t.match(html, '<table tabindex="0">')
})

t.test('a lab\'s page has each of its programs', async (t) => {
  const { renderLabPage } = await import('../docs/.vitepress/lab-page.js')
  for (const { name, files } of labs) {
    const page = await renderLabPage(name)
    for (const variant of Object.keys(files)) t.match(page, new RegExp(`^<<< @/\\.\\./labs/${name}/.* \\[${variant}\\]$`, 'm'), `${name} ${variant}`)
  }
})

t.test('an action that there is not', async (t) => {
  t.match(await cli(['site', 'bild']), { code: 2, stderr: /Type: pnpm site, or pnpm site build\n$/ })
})
