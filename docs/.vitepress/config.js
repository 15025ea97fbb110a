import { fileURLToPath } from 'node:url'
import { defineConfig } from 'vitepress'
import { loadLabsInOrder } from '@hotpath-labs/lab/project/timetable.js'
import { writeLabPages } from './lab-page.js'
import { insertRepositoryAddress, makeTablesFocusable, nameStartBox, rewriteLinksAndPictures, replaceEmptyTableHeadings } from './places.js'

const { GITHUB_SERVER_URL, GITHUB_REPOSITORY, SITE_BASE = '/' } = process.env

/** Address of the repository on GitHub. Empty outside of GitHub Actions. */
const address = GITHUB_REPOSITORY ? `${GITHUB_SERVER_URL}/${GITHUB_REPOSITORY}` : ''

const labs = (await loadLabsInOrder()).map(({ name }) => name)

// writes each lab's page as a Markdown file, because VitePress's local search reads only Markdown files
await writeLabPages(fileURLToPath(new URL('../labs', import.meta.url)))

export default defineConfig({
  lang: 'en',
  title: 'hotpath-labs',
  description: 'Node.js performance, taught by labs whose every claim is a test.',
  base: SITE_BASE,
  lastUpdated: false,
  router: { prefetchLinks: false },
  markdown: {
    theme: { light: 'github-light-high-contrast', dark: 'github-dark-high-contrast' },
    config: (md) => {
      md.use(rewriteLinksAndPictures, address && `${address}/blob/main`).use(replaceEmptyTableHeadings)
      md.use(insertRepositoryAddress, address).use(makeTablesFocusable).use(nameStartBox)
    },
  },
  // an empty file replaces the styles of Algolia's search, because this site uses VitePress's local search
  vite: { resolve: { alias: { '@docsearch/css': fileURLToPath(new URL('theme/none.css', import.meta.url)) } } },
  transformPageData: ({ relativePath }) => relativePath === 'claims.md' ? { frontmatter: { pageClass: 'claims', aside: false } } : undefined,
  themeConfig: {
    search: { provider: 'local' },
    outline: [2, 3],
    nav: [
      { text: 'Labs', link: '/all-labs' },
      { text: 'Claims', link: '/claims' },
      { text: 'Workshop', link: '/workshop' },
      { text: 'CI', link: '/ci' },
      ...(address ? [{ text: 'Source', link: address }] : []),
    ],
    sidebar: [
      {
        text: 'Start',
        items: [
          { text: 'What this is', link: '/' },
          { text: 'Your first lab', link: '/first-lab' },
          { text: 'All commands', link: '/commands' },
          { text: 'Which profile when', link: '/profiling' },
        ],
      },
      {
        text: 'What is true',
        items: [
          { text: 'Then and now', link: '/then-and-now' },
          { text: 'Every claim in the texts', link: '/claims' },
          { text: 'How a verdict is made', link: '/verdict' },
          { text: 'How often it is wrong', link: '/judging' },
          { text: 'Public reports, judged', link: '/reports' },
          { text: 'What keeps it honest', link: '/guards' },
        ],
      },
      {
        text: 'Use it',
        items: [
          { text: 'Your own code', link: '/your-own-code' },
          { text: 'In every pull request', link: '/pull-requests' },
          { text: 'Labs in CI', link: '/ci' },
          { text: 'Give the workshop', link: '/workshop' },
          { text: 'Show it on a projector', link: '/stage' },
          { text: 'Write your own lab', link: '/write-a-lab' },
        ],
      },
      { text: 'Labs', items: [{ text: 'All of them', link: '/all-labs' }, ...labs.map((name) => ({ text: name, link: `/labs/${name}` }))] },
    ],
  },
})
