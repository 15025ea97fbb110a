import { spawn } from 'node:child_process'
import { isProgramOnPath } from 'hotpath/files'

const isWindows = process.platform === 'win32'

/**
 * Opens a file with $VISUAL, $EDITOR or VS Code, and waits until that program ends, because an editor may use this terminal.
 *
 * @param {string} file
 * @returns {Promise<string | undefined>} the reason for a failure
 */
export async function openInEditor (file) {
  const editor = process.env.VISUAL || process.env.EDITOR || (isProgramOnPath('code') ? 'code' : '')
  if (!editor) return 'neither VISUAL nor EDITOR is set, and VS Code is not on the PATH'
  // starts the editor through a shell, because EDITOR may contain options, as in `code --wait`
  const [shell, ...args] = isWindows ? ['cmd', '/d', '/s', '/c', `"${editor} "${file}""`] : ['sh', '-c', `${editor} "$1"`, 'sh', file]
  const child = spawn(shell, args, { stdio: 'inherit', windowsVerbatimArguments: isWindows })
  const code = await new Promise((resolve) => child.on('error', () => resolve(127)).on('close', resolve))
  return code === 0 ? undefined : `${editor} ended with code ${code}`
}
