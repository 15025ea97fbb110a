import { cpSync, existsSync, readFileSync, readdirSync, symlinkSync, writeFileSync } from 'node:fs'
import { basename, dirname, isAbsolute, join, sep } from 'node:path'
import { UsageError } from '@hotpath-labs/engine/failures.js'
import { resolveUserPath, makeFolder } from '@hotpath-labs/engine/files.js'
import { listLabNames, LABS_FOLDER, ROOT, formatPath, formatLabArgument } from '@hotpath-labs/lab/project/project.js'
import { loadLabsInOrder } from '@hotpath-labs/lab/project/timetable.js'
import { formatExamples, formatNextCommands, makeCommand, printLine } from '@hotpath-labs/terminal/terminal.js'
import { makeWordParser } from '@hotpath-labs/terminal/parse.js'
import { LAB_ACTIONS, ACTIONS_WITHOUT_LAB } from './lab.js'

/** @import { Lab } from '@hotpath-labs/lab/load.js' */

const TEMPLATES = join(ROOT, 'templates')
const PACKAGE = { name: '@hotpath-labs/lab', folder: join(ROOT, 'shared', 'lab') }

const KINDS = ['function', 'server', 'heap']

/** Names that a new lab cannot have, because `pnpm lab` or `pnpm verify` would take such a name for an action. */
const RESERVED = [...LAB_ACTIONS, ...ACTIONS_WITHOUT_LAB, 'merge']

/** @param {import('commander').Command} program */
export function registerCommand (program) {
  program.command('new-lab')
    .description('create a lab: copy a working example, which you then change')
    .argument('<name>', 'a name such as parse-int, or a folder that does not exist yet')
    .option('--kind <kind>', 'what to measure. function: time per call; server: CPU per request; heap: memory left behind per request',
      makeWordParser(KINDS), 'function')
    .addHelpText('after', `
Examples:
${formatExamples([
  ['new-lab parse-int', 'a function: time per call'],
  ['new-lab keep-alive --kind server', 'a server: CPU per request, or latency'],
  ['new-lab listeners --kind heap', 'a server whose memory grows'],
])}

The new lab has slow, fast, a claim, hints, a README and a test. Its claim
holds. A lab in labs/ gets the last place of the workshop too. CONTRIBUTING.md has
the next steps.`)
    .action(makeLab)
}

/** @param {string} nameOrFolder @param {{ kind: string }} options */
async function makeLab (nameOrFolder, { kind }) {
  const isPath = isAbsolute(nameOrFolder) || /[\\/]/.test(nameOrFolder)
  const folder = isPath ? resolveUserPath(nameOrFolder) : join(LABS_FOLDER, nameOrFolder)
  const name = basename(folder)
  const isOurs = dirname(folder) + sep === LABS_FOLDER
  checkName(name, folder, isOurs)
  const last = isOurs ? (await loadLabsInOrder()).findLast(({ manifest }) => manifest.workshop) : undefined
  copyTemplate(kind, folder, name)
  addDependency(folder, isOurs)
  if (isOurs) addToWorkshop(folder, last)
  const typed = formatLabArgument({ name, folder })
  printLine([
    `${formatPath(folder)} is a working ${kind} lab.${isOurs ? ` In its lab.js, write why the lab comes at this place in the workshop. Then type: ${makeCommand('figures')}` : ''}`,
    '',
    formatNextCommands([
      [makeCommand(`lab ${typed}`), 'measure it'],
      [makeCommand(`check-labs ${typed}`), 'check that the lab meets the rules in CONTRIBUTING.md'],
      [makeCommand(`lab ${typed} --record`), 'record the measured ratio, to justify the minimum ratio of the claim'],
    ]),
  ].join('\n'))
}

/** @param {string} name @param {string} folder @param {boolean} isOurs whether the lab is one of this repository's */
function checkName (name, folder, isOurs) {
  if (!/^[a-zA-Z][\w-]*$/.test(name)) {
    throw new UsageError(`${JSON.stringify(name)} cannot be the name of a lab. Use letters, digits, - and _, and begin with a letter.`)
  }
  if (isOurs && RESERVED.includes(name)) throw new UsageError(`${name} is a command, so it cannot be the name of a lab. Choose another name.`)
  if (existsSync(folder)) throw new UsageError(`${formatPath(folder)} exists already. Choose another name; the labs are ${listLabNames().join(', ')}.`)
}

/** @param {string} kind @param {string} folder that does not exist yet @param {string} name */
function copyTemplate (kind, folder, name) {
  try {
    makeFolder(folder)
    cpSync(join(TEMPLATES, kind), folder, { recursive: true, filter: (file) => basename(file) !== 'node_modules' })
    for (const entry of readdirSync(folder, { withFileTypes: true }).filter((entry) => entry.isFile())) {
      const path = join(folder, entry.name)
      const text = readFileSync(path, 'utf8')
      const renamed = text
        .replaceAll(`pnpm lab ${kind}`, `pnpm lab ${name}`)
        .replace(`result of ${kind},`, `result of ${name},`)
        .replace(`"lab-${kind}"`, `"lab-${name.toLowerCase()}"`)
      if (renamed !== text) writeFileSync(path, renamed)
    }
  } catch (error) {
    if (typeof error.code !== 'string') throw error
    throw new UsageError(`${formatPath(folder)} cannot be written (${error.code}). Choose a folder where you may write.`)
  }
}

/**
 * Adds the package of labs to a new lab's package.json, and links the package if the lab is outside of this repository.
 * @param {string} folder @param {boolean} isOurs
 */
function addDependency (folder, isOurs) {
  const file = join(folder, 'package.json')
  const contents = JSON.parse(readFileSync(file, 'utf8'))
  const devDependencies = { [PACKAGE.name]: isOurs ? 'workspace:*' : `link:${PACKAGE.folder}` }
  writeFileSync(file, `${JSON.stringify({ ...contents, devDependencies }, null, 2)}\n`)
  if (isOurs) return
  const link = join(folder, 'node_modules', PACKAGE.name)
  try {
    makeFolder(dirname(link))
    // makes a junction, because a junction needs no special rights on Windows
    symlinkSync(PACKAGE.folder, link, 'junction')
  } catch (error) {
    throw new UsageError(`${formatPath(folder)} is written, but the package ${PACKAGE.name} cannot be linked into its node_modules (${error.code}). In that folder, type: npx -y pnpm@12 install`)
  }
}

/**
 * Gives a new lab the place after the workshop's last lab, until its author chooses a better place.
 *
 * @param {string} folder
 * @param {Lab} [last] of the workshop
 */
function addToWorkshop (folder, last) {
  const file = join(folder, 'lab.js')
  const place = (last?.manifest.workshop?.place ?? 0) + 1
  const field = `  workshop: { place: ${place}, minutes: 20, why: 'This lab is new: say here why it comes after ${last?.name}.' },\n`
  writeFileSync(file, readFileSync(file, 'utf8').replace(/^ {2}kind: /m, `${field}$&`))
}
