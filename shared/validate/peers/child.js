import { fork } from 'node:child_process'
import { once } from 'node:events'
import { fileURLToPath } from 'node:url'

/** @import { ChildProcess, Serializable } from 'node:child_process' */

/**
 * Starts a script of this folder in a child process, and waits for its first message.
 *
 * @param {string} name
 * @param {string[]} args
 * @param {Serializable} [question] sent to the program first
 * @returns {Promise<{ child: ChildProcess, answer: any }>}
 * @throws {Error} if the program ends without a message
 */
export async function startChildScript (name, args, question) {
  const child = fork(fileURLToPath(new URL(name, import.meta.url)), args, { execArgv: [] })
  if (question) child.send(question)
  const failed = once(child, 'exit').then(() => { throw new Error(`${name} ended without an answer`) })
  const [answer] = await Promise.race([once(child, 'message'), failed])
  return { child, answer }
}
