import { cpSync, existsSync, readFileSync, readdirSync, realpathSync, writeFileSync } from 'node:fs'
import { basename, dirname, isAbsolute, join, relative, sep } from 'node:path'
import { fileURLToPath, pathToFileURL } from 'node:url'
import { InvalidArgumentError } from 'commander'
import { fromCaller } from '../../shared/lab/caller.js'
import { LABS, labNames, typedOf } from '../../shared/lab/find.js'
import { nearest } from '../../shared/lab/nearest.js'
import { workshop } from '../../shared/lab/workshop.js'
import { makeFolder, shown } from '../../shared/mine/place.js'
import { nextLines } from '../../shared/report/next.js'
import { looks } from '../looks.js'
import { UsageError } from '../usage.js'
import { ACTIONS, WORDS } from './lab.js'

const TEMPLATES = fileURLToPath(new URL('../../templates/', import.meta.url))
const SHARED = fileURLToPath(new URL('../../shared', import.meta.url))
const WORKSHOP = fileURLToPath(new URL('../../docs/workshop.md', import.meta.url))

const KINDS = ['function', 'server', 'heap']

/** @param {import('commander').Command} program */
export function newLabCommand (program) {
  program.command('new-lab')
    .description('start a lab from one that works, to be changed into yours')
    .argument('<name>', 'such as parse-int; or the path of a folder that does not exist yet')
    .option('--kind <kind>', `${KINDS.join(', ')}: what to measure, the time of a call, the CPU of a request, or what each leaves behind`, aKind, 'function')
    .addHelpText('after', `
Examples:
  pnpm new-lab parse-int                    a function: time per call
  pnpm new-lab keep-alive --kind server     a server: CPU per request, or latency
  pnpm new-lab listeners --kind heap        a server whose memory grows

The new lab has slow, fast, a claim, hints, a README and a test, and holds. One in
labs/ gets a row in docs/workshop.md too. CONTRIBUTING.md says how to go on.`)
    .action(newLab)
}

/** @param {string} text */
function aKind (text) {
  if (KINDS.includes(text)) return text
  const near = nearest(text, KINDS)
  throw new InvalidArgumentError(near ? `Did you mean ${near}?` : `Expected ${KINDS.join(', ')}.`)
}

/** @param {string} nameOrFolder @param {{ kind: string }} options */
async function newLab (nameOrFolder, { kind }) {
  const isPath = isAbsolute(nameOrFolder) || /[\\/]/.test(nameOrFolder)
  const folder = isPath ? fromCaller(nameOrFolder) : join(LABS, nameOrFolder)
  const name = basename(folder)
  if (!/^[a-zA-Z][\w-]*$/.test(name)) throw new UsageError(`${JSON.stringify(name)} is not a name for a lab: use letters, digits, - and _, and a letter first.`)
  const isOurs = dirname(folder) + sep === LABS
  if (isOurs && [...Object.keys(ACTIONS), ...Object.keys(WORDS), 'merge'].includes(name)) throw new UsageError(`${name} is a word of the command line: a lab needs another name.`)
  if (existsSync(folder)) throw new UsageError(`${shown(folder)} exists already. Choose another name; the labs are ${labNames().join(', ')}.`)
  copyTemplate(kind, folder, name)
  if (isOurs) addToWorkshop(name)
  const typed = typedOf({ name, folder })
  process.stdout.write([
    `${shown(folder)} is a ${kind} lab that works.${isOurs ? ' Its row in docs/workshop.md says where it comes: say why there.' : ''}`,
    '',
    nextLines([
      [`pnpm lab ${typed}`, 'measure it'],
      [`pnpm check-labs ${typed}`, 'is it what a lab has to be?'],
      [`pnpm lab ${typed} --record`, 'keep its ratios, on which its floor is based'],
    ], looks()),
  ].join('\n') + '\n')
}

/** @param {string} kind @param {string} folder that is not there yet @param {string} name */
function copyTemplate (kind, folder, name) {
  try {
    makeFolder(folder)
    cpSync(join(TEMPLATES, kind), folder, { recursive: true, filter: (file) => basename(file) !== 'node_modules' })
    // Node looks from the real place: /tmp of macOS is a link
    const path = relative(realpathSync(folder), realpathSync(SHARED))
    // on another drive of Windows there is no way from here to there
    const shared = isAbsolute(path) ? pathToFileURL(SHARED).href : path.replaceAll(sep, '/')
    for (const file of readdirSync(folder)) {
      const path = join(folder, file)
      const text = readFileSync(path, 'utf8')
      const named = text.replaceAll(`pnpm lab ${kind}`, `pnpm lab ${name}`).replace(`result of ${kind},`, `result of ${name},`).replace(`"lab-${kind}"`, `"lab-${name.toLowerCase()}"`).replaceAll('\'../../shared/', `'${shared}/`)
      if (named !== text) writeFileSync(path, named)
    }
  } catch (error) {
    if (typeof error.code !== 'string') throw error
    throw new UsageError(`${shown(folder)} cannot be written (${error.code}). Choose a folder that can.`)
  }
}

/** The last of the table, until its author knows better. @param {string} name */
function addToWorkshop (name) {
  const steps = workshop()
  const last = steps.at(-1)
  const text = readFileSync(WORKSHOP, 'utf8')
  const line = text.split('\n').find((line) => line.startsWith(`| ${steps.length} | [${last?.lab}]`))
  if (!line) throw new UsageError(`docs/workshop.md has no table that ends with ${last?.lab}: add a row for ${name}.`)
  writeFileSync(WORKSHOP, text.replace(line, `${line}\n| ${steps.length + 1} | [${name}](../labs/${name}) | 20 | It is new: say here why it comes after ${last?.lab}. |`))
}
