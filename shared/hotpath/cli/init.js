import { existsSync, mkdirSync, readFileSync } from 'node:fs'
import { dirname, join, resolve } from 'node:path'
import { HotpathError } from '../failures/index.js'
import { writeFileAtomically } from '../files/file.js'
import { PERF_FILE_TEMPLATES } from './templates.js'
import { printLine } from './runtime/index.js'

/** @import { Command } from 'commander' */

/** @typedef {keyof typeof PERF_FILE_TEMPLATES} Kind */

/** @param {Command} program @returns {Command} */
export function registerInitCommand (program) {
  return program.command('init')
    .description('ask two questions, and write a first perf file, which declares a benchmark')
    .option('--yes', 'ask nothing, and write a perf file that measures a function')
    .action(async ({ yes }) => {
      const usual = `first.perf.${isModule(process.cwd()) ? 'js' : 'mjs'}`
      const { kind, file } = yes || !process.stdin.isTTY ? { kind: /** @type {Kind} */ ('fn'), file: usual } : await ask(usual)
      writePerfFile(kind, file)
    })
}

/** @param {string} folder @returns {boolean} true where a .js file is an ES module */
function isModule (folder) {
  try {
    return JSON.parse(readFileSync(join(folder, 'package.json'), 'utf8')).type === 'module'
  } catch {
    return false
  }
}

/** @param {string} usual name of the file @returns {Promise<{ kind: Kind, file: string }>} */
async function ask (usual) {
  // Import the prompt library only here, because `hotpath init --yes` asks no questions.
  const { cancel, group, select, text } = await import('@clack/prompts')
  return group({
    kind: () => select({ message: 'What do you want to compare?', options: Object.entries(PERF_FILE_TEMPLATES).map(([value, { label }]) => ({ value: /** @type {Kind} */ (value), label })) }),
    file: () => text({
      message: 'How shall the file be called?',
      initialValue: usual,
      validate: (name = '') => /\.perf\.(js|mjs|ts)$/.test(name) ? undefined : 'Expected a name that ends with .perf.js or .perf.mjs',
    }),
  }, {
    onCancel: () => {
      cancel('Nothing was written.')
      process.exit(2)
    },
  })
}

/**
 * Writes a perf file, and makes its folder.
 *
 * @param {Kind} kind
 * @param {string} file
 * @throws {HotpathError} if the file exists already, or cannot be written
 */
export function writePerfFile (kind, file) {
  const path = resolve(file)
  if (existsSync(path)) throw new HotpathError('FILE_EXISTS', `There is already a file ${file}. Change that file, or choose another name: hotpath init`)
  try {
    mkdirSync(dirname(path), { recursive: true })
    writeFileAtomically(path, PERF_FILE_TEMPLATES[kind].text)
  } catch (error) {
    throw new HotpathError('UNWRITABLE', `${file} cannot be written (${error.code}). To choose another file, type: hotpath init`)
  }
  const copy = file.replace('.perf.', '-changed.perf.')
  printLine(`${file} is written. Put your own code into it. Then, in a git repository:
  npx hotpath compare --base HEAD        your changes against the last commit
Or with two files:
  cp ${file} ${copy}
  npx hotpath compare ${file} ${copy}`)
}
