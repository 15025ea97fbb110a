import { execFileSync } from 'node:child_process'
import { mkdirSync, mkdtempSync, realpathSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { main } from 'hotpath/internal/cli/program.js'
import { ROOT, runHere, runProcess } from './cli.js'

const HOTPATH = join(ROOT, 'shared/hotpath/cli/hotpath.js')

/**
 * Makes a stranger's project, outside of this repository.
 *
 * @param {any} t
 * @param {Record<string, string>} files
 * @returns {string} its folder
 */
export function project (t, files) {
  const folder = realpathSync(mkdtempSync(join(tmpdir(), 'compare-')))
  t.teardown(() => rmSync(folder, { recursive: true, force: true }))
  write(folder, { 'package.json': '{ "type": "module" }', ...files })
  return folder
}

/** @param {string} folder @param {Record<string, string>} files */
function write (folder, files) {
  for (const [name, text] of Object.entries(files)) {
    mkdirSync(dirname(join(folder, name)), { recursive: true })
    writeFileSync(join(folder, name), text)
  }
}

/**
 * Makes a stranger's repository with a branch main, and checks out another branch.
 *
 * @param {any} t
 * @param {Record<string, string>} base files of main
 * @param {Record<string, string>} head files that the other branch changes
 * @returns {{ folder: string, git: (...args: string[]) => string, commit: (files: Record<string, string>) => void }}
 */
export function repository (t, base, head) {
  const folder = project(t, base)
  const git = (/** @type {string[]} */ ...args) => execFileSync('git', ['-c', 'user.name=a', '-c', 'user.email=a@example.org', ...args], { cwd: folder, encoding: 'utf8' })
  const commit = (/** @type {Record<string, string>} */ files) => {
    write(folder, files)
    git('add', '--all')
    git('commit', '--quiet', '--allow-empty', '--message', 'a')
  }
  git('init', '--quiet', '--initial-branch=main')
  commit({})
  git('checkout', '--quiet', '-b', 'change')
  commit(head)
  return { folder, git, commit }
}

/**
 * Runs hotpath's command line: in this process, or with `onSpawn` or another `program` in one of its own.
 *
 * @param {string} cwd
 * @param {string[]} args
 * @param {Parameters<typeof runProcess>[2] & { program?: string }} [options]
 * @returns {Promise<import('./cli.js').Ended & { said: string }>} `said`: stdout on one line
 */
export async function hotpath (cwd, args, { program, ...options } = {}) {
  const isHere = !program && !options.onSpawn
  const ended = await (isHere ? runHere(main, args, { cwd, ...options }) : runProcess(program ?? HOTPATH, args, { cwd, ...options }))
  return { ...ended, said: ended.stdout.replaceAll(/\s+/g, ' ') }
}

/** @param {string} folder @param {string[]} args @returns {Promise<any>} result and exit code of `hotpath compare` */
export async function compareAsJson (folder, args) {
  const { code, stdout, stderr } = await hotpath(folder, ['compare', ...args, '--json'])
  return stdout ? { ...JSON.parse(stdout), code } : { code, stderr }
}

/**
 * Checks that command lines are refused: one line on stderr, nothing on stdout, exit code 2.
 *
 * @param {any} t
 * @param {string} folder
 * @param {[string[], RegExp][]} cases arguments, and the line
 */
export async function checkRefusals (t, folder, cases) {
  for (const [args, words] of cases) {
    const { code, stdout, stderr } = await hotpath(folder, args)
    t.match(stderr.trim(), words)
    t.equal(stderr.trim().split('\n').length, 1, stderr)
    t.equal(code, 2)
    t.equal(stdout, '')
  }
}

/** @param {string} run @param {string} [inputs] @returns {string} a perf file of a function */
export const ofRun = (run, inputs = '[1, 2, 3]') => `import { fn } from 'hotpath'\nfn('it', { inputs: ${inputs}, run: ${run} })\n`

/** @param {string} answer to a request @returns {string} a perf file of a server */
export const ofServer = (answer) => `import { createServer } from 'node:http'
import { server } from 'hotpath'
server('it', { listen: () => createServer((request, response) => { ${answer} }).listen(0), requests: ['/'] })
`
