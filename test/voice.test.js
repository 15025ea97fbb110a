import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { tokenizer } from 'acorn'
import t from 'tap'
import { ROOT, projectFiles } from './files.js'

/** Idioms that readers have to decode, each with plain words to write in its place. @type {[RegExp, string][]} */
const IDIOMS = [
  [/\btold\b/i, 'printed, reported, described'],
  [/\bwhoever\b/i, 'the person: an attendee, a reader, a caller'],
  [/\bof (?:which|whom)\b/i, 'a second sentence'],
  [/\bby far\b/i, 'a figure'],
  [/\bone that\b/i, 'the noun'],
  [/\bso many\b/i, 'a number'],
  [/\bin the place of\b/i, 'instead of'],
  [/\bby then\b/i, 'the moment'],
  [/\bwhat is more\b/i, 'nothing'],
]

/** Tests are not searched, nor what builds write. @param {string} file */
const isProgram = (file) => /\.(m?js|cjs)$/.test(file) && !/\.test\.js$|^docs\/\.vitepress\/(cache|dist)\//.test(file)

/** @param {string} source @returns {{ text: string, line: number }[]} comments, strings and templates */
function listTexts (source) {
  /** @type {{ text: string, line: number }[]} */
  const texts = []
  const add = (/** @type {string} */ text, /** @type {number} */ first) => {
    for (const [index, line] of text.split('\n').entries()) texts.push({ text: line, line: first + index })
  }
  /** @type {import('acorn').Options} */
  const options = {
    ecmaVersion: 'latest',
    sourceType: 'module',
    allowHashBang: true,
    locations: true,
    onComment: (isBlock, text, start, end, from) => add(text, Number(from?.line)),
  }
  for (const { type, value, loc } of /** @type {Iterable<any>} */ (tokenizer(source, options))) {
    // a single word is a name, such as a field's
    if (['string', 'template'].includes(type.label) && /\w \w/.test(value)) add(value, loc.start.line)
  }
  return texts
}

/** @param {string} file @param {string} source @returns {string[]} each idiom with its place, and what to write */
function findIdioms (file, source) {
  return listTexts(source).flatMap(({ text, line }) => IDIOMS.flatMap(([idiom, plain]) => {
    const [found] = text.match(idiom) ?? []
    return found ? [`${file}:${line}: "${found}": write ${plain}`] : []
  }))
}

t.test('comments and messages use no idiom of this house', async (t) => {
  const files = [...projectFiles(), ...projectFiles(['docs/.vitepress', 'templates']), 'eslint.config.js'].filter(isProgram)
  t.ok(files.length > 300)
  t.same(files.flatMap((file) => findIdioms(file, readFileSync(join(ROOT, file), 'utf8'))), [])
})

t.test('an idiom is found in a comment, a string and a template, with its line', async (t) => {
  const source = '// as told before\nconst a = \'whoever reads this\'\n/**\n * The list, of which\n */\nconst b = `so many by then`\n'
  const found = findIdioms('a.js', source).map((idiom) => idiom.replace(/: write.*/, ''))
  t.same(found, ['a.js:1: "told"', 'a.js:2: "whoever"', 'a.js:4: "of which"', 'a.js:6: "so many"', 'a.js:6: "by then"'])
})

t.test('code is not prose: names and single words are not searched', async (t) => {
  t.same(findIdioms('a.js', "const told = { 'told': 1 }\ntold.whoever = 'told'\n"), [])
})
