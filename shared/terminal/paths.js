import path from 'node:path'

/**
 * @typedef {typeof path.posix | typeof path.win32} Paths node:path of a system: tests pass the one of another system
 */

/** Characters that need no quotes in a shell: sh, cmd.exe and PowerShell. */
const PLAIN = /^[\w\-.:/\\~@+=,]+$/

/**
 * Shortens a path for a user who works in a folder.
 *
 * @param {string} file absolute
 * @param {string} folder absolute
 * @param {Paths} [paths]
 * @returns {string} the path from the folder; absolute outside of it, also on another drive
 */
export function formatPathFrom (file, folder, paths = path) {
  const relative = paths.relative(folder, file)
  return relative.split(paths.sep)[0] === '..' || paths.isAbsolute(relative) ? file : relative
}

/** Quotes a word that the user types in a shell, if the word needs it. @param {string} word @returns {string} */
export function quoteArgument (word) {
  return PLAIN.test(word) ? word : `"${word}"`
}

/**
 * Makes the command that starts an editor through a shell, because $VISUAL may contain options, as in `code --wait`.
 *
 * @param {string} editor with its options
 * @param {string} file absolute
 * @param {NodeJS.Platform} [platform]
 * @returns {{ command: string, args: string[] }} on Windows the arguments are verbatim
 */
export function makeEditorCommand (editor, file, platform = process.platform) {
  if (platform !== 'win32') return { command: 'sh', args: ['-c', `${editor} "$1"`, 'sh', file] }
  return { command: 'cmd', args: ['/d', '/s', '/c', `"${editor} "${file}""`] }
}

/** @param {string} editor with its options, such as "C:\Program Files\vim\gvim.exe" -f @returns {string} the program's name: gvim */
export function findEditorName (editor) {
  const [, quoted, plain] = /** @type {RegExpMatchArray} */ (editor.match(/^\s*(?:"([^"]*)"|(\S*))/))
  return path.win32.basename(quoted ?? plain).replace(/\.(exe|cmd|bat|com)$/i, '')
}
