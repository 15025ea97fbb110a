import { Command } from 'commander'
import { labFolder } from '@hotpath-labs/project'
import { nearest } from 'hotpath/lab'
import { UsageError } from '../usage.js'

/** What can be done with a lab beside measuring it; each gets the command that is named as the lab. */
export const ACTIONS = {
  start: async () => (await import('./start.js')).startCommand,
  watch: async () => (await import('./watch.js')).watchCommand,
  mine: async () => (await import('./mine.js')).mineCommand,
  hint: async () => (await import('./hint.js')).hintCommand,
  solution: async () => (await import('./solution.js')).solutionCommand,
  reset: async () => (await import('./start.js')).resetCommand,
  profile: async () => (await import('./profile.js')).profileCommand,
  'watch-memory': async () => (await import('./watch-memory.js')).watchMemoryCommand,
  inspect: async () => (await import('./inspect.js')).inspectCommand,
  curve: async () => (await import('./curve.js')).curveCommand,
  versions: async () => (await import('./lab-versions.js')).labVersionsCommand,
}

/** Words that may stand where a lab's name would. */
export const WORDS = {
  next: async () => (await import('./progress.js')).nextCommand,
  doctor: async () => (await import('./doctor.js')).doctorCommand,
}

/** @param {import('commander').Command} program @param {string[]} words that follow */
export async function labCommand (program, words) {
  const [name = '', action = ''] = words
  const command = program.command('lab')
    .description('list the labs, or measure one and judge its claims')
  if (!name && action) throw new UsageError(`The name of the lab is empty. Type: pnpm lab <name> ${action}. pnpm lab lists the labs.`)
  if (Object.hasOwn(WORDS, name)) return (await WORDS[/** @type {keyof typeof WORDS} */ (name)]())(command)
  if (Object.hasOwn(ACTIONS, name)) throw new UsageError(`The name of the lab comes first. Type: pnpm lab ${action && labFolder(action) ? action : '<name>'} ${name}`)
  if (!name.startsWith('-') && action && !action.startsWith('-')) {
    // command() would take what follows a blank in a path for arguments
    const named = new Command(name)
    command.addCommand(named)
    return (await actionNamed(action))(named, name)
  }
  const { labMeasureCommand } = await import('./lab-measure.js')
  labMeasureCommand(command, Object.keys(ACTIONS))
  command.allowExcessArguments().hook('preAction', () => checkPlaces(command.args, words))
}

/** @param {string} word */
function checkAction (word) {
  if (Object.hasOwn(WORDS, word)) throw new UsageError(`${word} takes no lab. Type: pnpm lab ${word}`)
  const known = Object.keys(ACTIONS)
  const near = nearest(word, known)
  if (!known.includes(word)) throw new UsageError(`There is no action ${JSON.stringify(word)}. ${near ? `Did you mean ${near}?` : `The actions are ${known.join(', ')}.`}`)
}

/** @param {string} word */
async function actionNamed (word) {
  checkAction(word)
  return ACTIONS[/** @type {keyof typeof ACTIONS} */ (word)]()
}

/** Options may stand before an argument, but which command they are of has to be known by then. @param {string[]} args @param {string[]} words the same, and the options */
function checkPlaces ([name = '', action], words) {
  const isMisplaced = Object.hasOwn(WORDS, name) || Object.hasOwn(ACTIONS, name)
  const others = words.filter((_, index) => index !== words.indexOf(name) && (isMisplaced || index !== words.lastIndexOf(action)))
  if (isMisplaced) throw new UsageError(`${name} comes before the options. Type: pnpm lab ${Object.hasOwn(ACTIONS, name) ? '<name> ' : ''}${[name, ...others].join(' ')}`)
  if (action === undefined) return
  checkAction(action)
  throw new UsageError(`The action comes right after the lab. Type: pnpm lab ${[name, action, ...others].join(' ')}`)
}
