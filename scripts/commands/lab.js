import { basename, dirname, resolve } from 'node:path'
import { makeCommand } from '@hotpath-labs/terminal/terminal.js'
import { UsageError } from '@hotpath-labs/engine/failures.js'
import { Command } from 'commander'
import { resolveUserPath } from '@hotpath-labs/engine/files.js'
import { findAttendeeFolder, LABS_FOLDER, resolveLabFolder } from '@hotpath-labs/lab/project/project.js'
import { formatSuggestion } from '@hotpath-labs/terminal/parse.js'

/** Actions of `pnpm lab <name> <action>`. Each action is a file in scripts/commands/lab/. */
export const LAB_ACTIONS = ['start', 'watch', 'mine', 'hint', 'solution', 'reset', 'profile', 'watch-memory', 'inspect', 'curve', 'versions']

/** Actions of `pnpm lab <action>`, which take no lab. Each action is a file in scripts/commands/lab/. */
export const ACTIONS_WITHOUT_LAB = ['next', 'doctor']

/** @param {Command} program @param {string[]} words that follow */
export async function registerCommand (program, words) {
  const [name = '', action = ''] = words
  const command = program.command('lab')
    .description('open the workshop in this terminal, list the labs, or measure one lab')
  if (!name && action) throw new UsageError(`The name of the lab is empty. Type: ${makeCommand(`lab <name> ${action}`)}. To list the labs, type: ${makeCommand('lab')}`)
  if (ACTIONS_WITHOUT_LAB.includes(name)) return registerAction(name, command)
  const here = LAB_ACTIONS.includes(name) && !resolveLabFolder(action) ? findLabOfUserFolder() : undefined
  if (here) return registerAction(name, command, here)
  if (LAB_ACTIONS.includes(name)) throw new UsageError(`The name of the lab comes first. Type: ${makeCommand(`lab ${action && resolveLabFolder(action) ? action : '<name>'} ${name}`)}`)
  if (!name.startsWith('-') && action && !action.startsWith('-')) {
    checkAction(action)
    // creates the subcommand with `new Command`, because command() of commander would split a path that contains a space
    const named = new Command(name)
    command.addCommand(named)
    return registerAction(action, named, name)
  }
  await registerAction('measure', command, resolveLabFolder(name) ? name : undefined)
  command.allowExcessArguments().hook('preAction', () => checkOrder(command.args, words))
}

/** @param {string} file in lab/ @param {Command} command @param {string} [name] of the lab */
async function registerAction (file, command, name) {
  const action = await import(`./lab/${file}.js`)
  return action.registerCommand(command, name)
}

/** @returns {string | undefined} name of the lab, if the user typed the command in its folder or in the attendee's copy */
function findLabOfUserFolder () {
  const folder = resolveUserPath('.')
  const name = basename(folder)
  const isLabs = [LABS_FOLDER, findAttendeeFolder()].some((parent) => resolve(parent) === dirname(folder))
  return isLabs && resolveLabFolder(name) ? name : undefined
}

/** @param {string} word */
function checkAction (word) {
  if (ACTIONS_WITHOUT_LAB.includes(word)) throw new UsageError(`The action ${word} takes no name of a lab. Type: ${makeCommand(`lab ${word}`)}`)
  if (LAB_ACTIONS.includes(word)) return
  throw new UsageError(`There is no action ${JSON.stringify(word)}. ${formatSuggestion(word, LAB_ACTIONS, `The actions are ${LAB_ACTIONS.join(', ')}.`)}`)
}

/**
 * Throws if the user typed an option before the action, because the action decides which options are allowed.
 *
 * @param {string[]} args
 * @param {string[]} words with the options
 */
function checkOrder ([name = '', action], words) {
  const isMisplaced = ACTIONS_WITHOUT_LAB.includes(name) || LAB_ACTIONS.includes(name)
  const others = words.filter((_, index) => index !== words.indexOf(name) && (isMisplaced || index !== words.lastIndexOf(action)))
  if (isMisplaced) {
    const lab = LAB_ACTIONS.includes(name) ? '<name> ' : ''
    throw new UsageError(`The action ${name} comes before the options. Type: ${makeCommand(`lab ${lab}${[name, ...others].join(' ')}`)}`)
  }
  if (action === undefined) return
  checkAction(action)
  throw new UsageError(`The action comes right after the lab. Type: ${makeCommand(`lab ${[name, action, ...others].join(' ')}`)}`)
}
