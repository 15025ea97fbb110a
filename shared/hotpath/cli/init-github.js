import { existsSync, mkdirSync, realpathSync } from 'node:fs'
import { join, relative, sep } from 'node:path'
import { fileURLToPath } from 'node:url'
import { InvalidArgumentError } from 'commander'
import { HotpathError } from '@hotpath-labs/engine/failures.js'
import { writeFileAtomically } from '@hotpath-labs/engine/files.js'
import { printLine } from '@hotpath-labs/terminal/terminal.js'
import { LABELS, formatMeasuringWorkflow, formatReportWorkflow } from './workflows.js'
import { askGit } from '../sides/git.js'
import { listPerfFiles } from '../sides/perf-files.js'

/**
 * @import { Wishes } from './workflows.js'
 *
 * @typedef {{ when?: Wishes['when'], paths?: string[], setup?: string, action?: string, yes: boolean }} Given as typed
 */

/** Pattern of an action's address: only a hash of a commit cannot be moved to other code. */
const ADDRESS = /^[\w.-]+\/[\w.-]+@[\da-f]{40}$/

const ADDRESS_EXPECTED = 'Expected owner/name@hash, where hash are the 40 digits that git rev-parse HEAD prints in a clone of that repository.'

/** @param {string} text @returns {string} */
export function parseActionAddress (text) {
  if (ADDRESS.test(text)) return text
  throw new InvalidArgumentError(ADDRESS_EXPECTED)
}

/**
 * Writes two workflows for GitHub Actions: one measures pull requests, the other one reports.
 *
 * @param {string} cwd folder of the perf files
 * @param {Given} given what is missing is asked
 * @throws {HotpathError} outside of a repository, or where a workflow is there already
 */
export async function initGithub (cwd, given) {
  const top = await askGit(cwd, ['rev-parse', '--show-toplevel'])
  if (!top) throw new HotpathError('NO_REPOSITORY', `${cwd} is not in a git repository, so it has no pull requests. Type: git init`)
  const folder = join(top, '.github', 'workflows')
  const [measuring, reporting] = ['hotpath.yml', 'hotpath-report.yml'].map((name) => join(folder, name))
  const there = [measuring, reporting].find((file) => existsSync(file))
  if (there) throw new HotpathError('FILE_EXISTS', `There is already a file ${relative(cwd, there)}. Change that file, or delete it first.`)
  const answers = given.yes ? given : await ask(given)
  const action = answers.action ?? await findOwnAddress()
  if (!action) throw new HotpathError('USAGE', `Where on GitHub is your copy of hotpath-labs? Type: npx hotpath init --github --action owner/name@hash. ${ADDRESS_EXPECTED}`)
  const { when = 'always', paths = [], setup = '' } = answers
  if (when === 'paths' && paths.length === 0) throw new HotpathError('USAGE', 'Which files? Type: npx hotpath init --github --when paths --paths "src/**" package.json')
  const place = relative(realpathSync(top), realpathSync(cwd)).replaceAll(sep, '/')
  /** @type {Wishes} */
  const wishes = { when, paths: paths.map((pattern) => addFolder(pattern, place)), setup, action, folder: place, node: Number(process.versions.node.split('.')[0]) }
  try {
    mkdirSync(folder, { recursive: true })
    writeFileAtomically(measuring, formatMeasuringWorkflow(wishes))
    writeFileAtomically(reporting, formatReportWorkflow(wishes))
  } catch (error) {
    throw new HotpathError('UNWRITABLE', `${relative(cwd, folder)} cannot be written (${error.code}).`)
  }
  printLine(describeNextSteps(wishes, [measuring, reporting].map((file) => relative(cwd, file)), listPerfFiles(cwd).length > 0))
}

/** @param {string} pattern of files in the folder; ! excludes @param {string} folder @returns {string} as GitHub reads it: from the top */
function addFolder (pattern, folder) {
  return folder ? pattern.replace(/^(!?)(?:\.\/)?/, `$1${folder}/`) : pattern
}

/** @param {Wishes} wishes @param {string[]} files @param {boolean} hasPerfFile */
function describeNextSteps ({ when }, files, hasPerfFile) {
  return [
    `${files.join(' and ')} are written. Commit both to your default branch: GitHub reads the second one only there.`,
    ...hasPerfFile ? [] : ['There is no perf file yet. To write one, type: npx hotpath init'],
    ...when === 'label' ? [`Pull requests are measured if they have the label: ${LABELS.measure}`] : [],
    `A maintainer accepts a slowdown with the label: ${LABELS.accept}`,
  ].join('\n')
}

/** Asks three questions. @param {Given} given @returns {Promise<Given>} */
async function ask (given) {
  const { cancel, group, select, text } = await import('@clack/prompts')
  const answers = await group({
    when: async () => given.when ?? select({
      message: 'Which pull requests shall be measured?',
      options: [
        { value: /** @type {Wishes['when']} */ ('always'), label: 'all' },
        { value: /** @type {Wishes['when']} */ ('label'), label: `those with the label ${LABELS.measure}` },
        { value: /** @type {Wishes['when']} */ ('paths'), label: 'those that change certain files' },
      ],
    }),
    paths: async ({ results }) => results.when === 'paths' && !given.paths ? text({ message: 'Which files? Patterns, with spaces between', initialValue: 'src/** package.json' }) : '',
    setup: async () => given.setup ?? text({ message: 'Which command builds your code? Empty if there is none', defaultValue: '' }),
    action: async () => given.action ?? text({
      message: 'Where on GitHub is your copy of hotpath-labs?',
      initialValue: await findOwnAddress() ?? '',
      validate: (address = '') => ADDRESS.test(address) ? undefined : ADDRESS_EXPECTED,
    }),
  }, {
    onCancel: () => {
      cancel('Nothing was written.')
      process.exit(2)
    },
  })
  return { ...given, ...answers, paths: given.paths ?? String(answers.paths).split(/\s+/).filter(Boolean) }
}

/** @returns {Promise<string | undefined>} address of the clone that this program runs from; undefined if it was installed from a package */
async function findOwnAddress () {
  const folder = fileURLToPath(new URL('..', import.meta.url))
  const top = await askGit(folder, ['rev-parse', '--show-toplevel'])
  if (!top || !existsSync(join(top, 'action.yml')) || !existsSync(join(top, 'shared', 'action'))) return undefined
  const [, name] = (await askGit(folder, ['remote', 'get-url', 'origin']))?.match(/github\.com[:/]([\w.-]+\/[\w.-]+?)(?:\.git)?$/) ?? []
  return name && `${name}@${await askGit(folder, ['rev-parse', 'HEAD'])}`
}
