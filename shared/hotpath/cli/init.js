import { existsSync, mkdirSync, readFileSync } from 'node:fs'
import { dirname, join, resolve } from 'node:path'
import { Option } from 'commander'
import { HotpathError } from '@hotpath-labs/engine/failures.js'
import { writeFileAtomically } from '@hotpath-labs/engine/files.js'
import { printLine } from '@hotpath-labs/terminal/terminal.js'
import { initGithub, parseActionAddress } from './init-github.js'

/** @import { Command } from 'commander' */

/** Name under which a perf file imports this package. */
const NAME = 'hotpath'

const SERVER = `import { createServer } from 'node:http'
import { KIND } from '${NAME}'

// KEPT
const kept = []

KIND('hello', {
  // import your app, and start it on port 0, such as: listen: () => app.listen(0). --base compares what this file imports
  listen () {
    const server = createServer((request, response) => {
      WORK
      response.end(JSON.stringify({ hello: 'world' }))
    })
    return server.listen(0)
  },
  requests: ['/'],
})
`

/** Texts of the perf files that `hotpath init` writes, by kind of benchmark. */
const PERF_FILE_TEMPLATES = {
  fn: {
    label: 'the time of a function',
    text: `import { fn } from '${NAME}'

// import your own function in the place of this one: import { sum } from './sum.js'. --base compares what this file imports
function sum (numbers) {
  return numbers.reduce((total, number) => total + number, 0)
}

fn('sum', {
  // run is called with each input: here ten random lists of numbers. To choose the inputs yourself: inputs: [[1, 2], [3, 4]]
  inputs: (random) => Array.from({ length: 10 }, () => Array.from({ length: 1000 }, () => random.int(1, 100))),
  run: (numbers) => sum(numbers),
})
`,
  },
  command: {
    label: 'the start of a command',
    text: `import { command } from '${NAME}'

// each call starts a fresh process: node is the Node that you compare, and the folder is yours
command('version', { run: ['node', 'cli.js', '--version'] })
`,
  },
  import: {
    label: 'the cost of an import',
    text: `import { command } from '${NAME}'

// put the module that your users import here; the second one tells what Node itself costs
command('import', { run: ['node', '--input-type=module', '--eval', 'import "node:fs"'] })
command('node alone', { run: ['node', '--eval', '0'] })
`,
  },
  server: {
    label: 'the CPU time of a server\'s requests',
    text: SERVER.replace(/\/\/ KEPT\n.*\n\n/, '').replace(/ +WORK\n/, '').replaceAll('KIND', 'server'),
  },
  heap: {
    label: 'a server\'s memory: does it leak?',
    text: SERVER.replace('KEPT', 'a leak: this array grows with every request').replace('WORK', 'kept.push(request.url)').replaceAll('KIND', 'heap'),
  },
}

/** @typedef {keyof typeof PERF_FILE_TEMPLATES} Kind */

/** @param {Command} program @returns {Command} */
export function registerInitCommand (program) {
  return program.command('init')
    .description('ask two questions, and write a first perf file, which declares a benchmark')
    .option('--yes', 'ask nothing, and write a perf file that measures a function')
    .option('--github', 'write two workflows instead, which measure each pull request and write one comment')
    .addOption(new Option('--when <when>', 'with --github: measure always, or pull requests with a label, or those that change --paths').choices(['always', 'label', 'paths']))
    .option('--paths <pattern...>', 'with --github --when paths: patterns of files, such as "src/**"')
    .option('--setup <command>', 'with --github: command that builds both versions, such as "npm run build"')
    .option('--action <owner/name@hash>', 'with --github: address of the action, with the hash of a commit', parseActionAddress)
    .action(async ({ yes, github, ...wishes }) => {
      if (github) return initGithub(process.cwd(), { ...wishes, yes: yes || !process.stdin.isTTY })
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
  if (existsSync(path)) throw new HotpathError('FILE_EXISTS', `There is already a file ${file}. Change that file, or choose another name: npx hotpath init`)
  try {
    mkdirSync(dirname(path), { recursive: true })
    writeFileAtomically(path, PERF_FILE_TEMPLATES[kind].text)
  } catch (error) {
    throw new HotpathError('UNWRITABLE', `${file} cannot be written (${error.code}). To choose another file, type: npx hotpath init`)
  }
  const copy = file.replace('.perf.', '-changed.perf.')
  printLine(`${file} is written. Put your own code into it. Then, in a git repository:
  npx hotpath compare --base HEAD        your changes against the last commit
Or with two files:
  cp ${file} ${copy}
  npx hotpath compare ${file} ${copy}`)
}
