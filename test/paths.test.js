import { spawnSync } from 'node:child_process'
import { existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import t from 'tap'
import { ROOT } from './files.js'

const { status, stdout } = spawnSync('git', ['ls-files'], { cwd: ROOT, encoding: 'utf8' })
const skip = status !== 0 && 'the files are listed by git'
const files = stdout.trim().split('\n')

const TOP = [...new Set(files.filter((file) => file.includes('/')).map((file) => file.split('/')[0].replace('.', '\\.')))].join('|')

/** Pattern of a path from the top of the repository, which is no part of a longer path or an address. */
const PATH = new RegExp(`(?<![\\w/:@\\\\)}>*-]|[\\w/]\\.)((?:${TOP})/[\\w./-]*\\w)(?![\\w/-]*[*<{$[])`, 'g')

/** Pattern of a path in pieces, such as the words of `join(ROOT, 'docs', 'verdict.md')`. */
const PIECES = new RegExp(`, '(?:${TOP})'(?:, '[\\w.-]+')+\\)`, 'g')

/** Pattern of a file that a text names by the end of its path, such as `process/child.js`. */
const NAMED_FILE = /`((?!NAME)\w[\w.-]*(?:\/[\w.-]+)*\.(?:[cm]?js|css|svg|jsonl))`/g

/** Pattern of a constant that a text names. */
const CONSTANT = /`([A-Z]{2,}(?:_[A-Z]+)+)`/g

/** Paths that commands write, or that an example makes up. */
const NOT_IN_GIT = [
  /^docs\/\.vitepress\/(dist|cache)/, /^docs\/labs\b/, /\/node_modules\b/, /^labs\/NAME/,
]

/** @param {string} path @returns {boolean} whether it is there, or is the beginning of a name, such as docs/decisions/041 */
function isThere (path) {
  return existsSync(join(ROOT, path)) || files.some((file) => file.startsWith(path)) || NOT_IN_GIT.some((pattern) => pattern.test(path))
}

const findAll = (text, pattern) => [...text.matchAll(pattern)].map(([whole, path]) => path ?? [...whole.matchAll(/'([^']+)'/g)].map(([, name]) => name).join('/'))

t.test('every path of the repository that a file names is there', { skip }, async (t) => {
  const texts = files.filter((file) => /(\.([cm]?js|md|ya?ml|ts)|package\.json|devcontainer\.json|\.ci\/run)$/.test(file) && !/\.test\.js$|lock\.yaml$|^test\/fixtures\//.test(file) && existsSync(join(ROOT, file)))
  t.ok(texts.length > 500)
  for (const file of texts) {
    const text = readFileSync(join(ROOT, file), 'utf8')
    const gone = [PATH, PIECES].flatMap((pattern) => findAll(text, pattern)).filter((path) => !isThere(path))
    t.same(gone, [], file)
  }
})

t.test('every file and constant that a page for contributors names is there', { skip }, async (t) => {
  const pages = ['CONTRIBUTING.md', ...files.filter((file) => /^(docs\/decisions\/.*|shared\/[\w-]+\/README)\.md$/.test(file))]
  const code = files.filter((file) => /\.[cm]?js$/.test(file) && existsSync(join(ROOT, file))).map((file) => readFileSync(join(ROOT, file), 'utf8')).join('\n')
  for (const page of pages) {
    const text = readFileSync(join(ROOT, page), 'utf8')
    const gone = findAll(text, NAMED_FILE).filter((name) => !files.some((file) => `/${file}`.endsWith(`/${name}`)))
    const renamed = findAll(text, CONSTANT).filter((name) => !new RegExp(`\\b${name}\\b`).test(code))
    t.same([...gone, ...renamed], [], page)
  }
})
