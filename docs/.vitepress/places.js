import { existsSync } from 'node:fs'
import { dirname, join, posix } from 'node:path'
import { ROOT } from '@hotpath-labs/lab/project/project.js'

/** @import { MarkdownRenderer } from 'vitepress' */

/** Addresses of the site's pages whose files are outside of the folder docs/. */
const PAGES = { 'README.md': '/', 'CONTRIBUTING.md': '/write-a-lab', labs: '/all-labs' }

/**
 * Converts a link between files of the repository into a link between pages of the site.
 *
 * @param {string} link as it is written
 * @param {string} page its file, from docs/ on; a page that shows a file of another folder has the links of that one too
 * @param {string} repository the address of its files, or nothing
 * @returns {string | undefined} nothing for a file that is not to be seen from the site
 */
export function findSiteLink (link, page, repository) {
  if (/^(#|\/|[a-z]+:)/.test(link)) return link
  const [path, anchor] = link.split(/(?=#)/)
  const file = findFile(path, page)
  if (!file) return link
  const place = pageOf(file)
  if (place) return place + (anchor ?? '')
  return repository ? `${repository}/${file}` : undefined
}

/**
 * Makes a picture's path relative to the site's page, because a lab's README is shown on a page in another folder.
 *
 * @param {string} source as it is written
 * @param {string} page its file, from docs/ on
 * @returns {string} the same where there is no such file
 */
export function findPicturePath (source, page) {
  const file = /^(\/|[a-z]+:)/.test(source) ? undefined : findFile(source, page)
  return file ? posix.relative(posix.join('docs', dirname(page)), file) : source
}

/** @param {string} path as written @param {string} page from docs/ on @returns {string | undefined} a file, from the project's folder on */
function findFile (path, page) {
  const folders = [posix.join('docs', dirname(page)), page.replace(/^labs\/(.+)\.md$/, 'labs/$1'), '.']
  return folders.map((folder) => posix.join(folder, path).replace(/\/$/, '')).find((file) => existsSync(join(ROOT, file)))
}

/** @param {string} file from the project's folder on @returns {string | undefined} */
function pageOf (file) {
  if (Object.hasOwn(PAGES, file)) return PAGES[/** @type {keyof typeof PAGES} */ (file)]
  const lab = file.match(/^labs\/([\w-]+)(\/README\.md)?$/)
  if (lab) return `/labs/${lab[1]}`
  return file.match(/^docs(\/.+)\.md$/)?.[1]
}

/**
 * Plugin of markdown-it: replaces links to files by links to pages, and corrects the paths of pictures.
 *
 * @param {MarkdownRenderer} md
 * @param {string} repository the address of the project's files, or nothing
 */
export function rewriteLinksAndPictures (md, repository) {
  md.core.ruler.push('places', ({ tokens, env }) => {
    for (const { children } of tokens) {
      /** @type {boolean[]} */
      const kept = []
      for (const token of children ?? []) {
        if (token.type === 'image') token.attrSet('src', findPicturePath(/** @type {string} */ (token.attrGet('src')), env.relativePath))
        if (token.type === 'link_open') {
          const place = findSiteLink(/** @type {string} */ (token.attrGet('href')), env.relativePath, repository)
          kept.push(place !== undefined)
          if (place === undefined) token.tag = 'span'
          else token.attrSet('href', place)
        } else if (token.type === 'link_close' && !kept.pop()) token.tag = 'span'
        if (token.tag === 'span') token.attrs = null
      }
    }
  })
}

/**
 * Plugin of markdown-it: replaces an empty column heading by an ordinary cell, because a screen reader would announce an empty heading.
 *
 * @param {MarkdownRenderer} md
 */
export function replaceEmptyTableHeadings (md) {
  md.core.ruler.push('empty-heads', ({ tokens }) => {
    for (const [index, token] of tokens.entries()) {
      if (token.type !== 'th_open' || tokens[index + 1].content !== '') continue
      token.tag = 'td'
      tokens[index + 2].tag = 'td'
    }
  })
}

/**
 * Plugin of markdown-it: replaces ADDRESS in code by the address of the repository, if it is known.
 *
 * @param {MarkdownRenderer} md
 * @param {string} address of the repository, or nothing
 */
export function insertRepositoryAddress (md, address) {
  md.core.ruler.push('address', ({ tokens }) => {
    for (const token of tokens) if (address && token.type === 'fence') token.content = token.content.replaceAll('clone ADDRESS', `clone ${address}`)
  })
}

/**
 * Plugin of markdown-it: lets the keyboard scroll a wide table.
 *
 * @param {MarkdownRenderer} md
 */
export function makeTablesFocusable (md) {
  md.core.ruler.push('focusable-tables', ({ tokens }) => {
    for (const token of tokens) if (token.type === 'table_open') token.attrSet('tabindex', '0')
  })
}

/**
 * Plugin of markdown-it: gives the box at the start of a lab's page the title "Start", which GitHub would not allow in the file.
 *
 * @param {MarkdownRenderer} md
 */
export function nameStartBox (md) {
  md.core.ruler.push('start-box', ({ tokens }) => {
    for (const { type, meta } of tokens) if (type === 'github_alert_open' && meta.type === 'tip') meta.title = 'Start'
  })
}
