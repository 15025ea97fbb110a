import { posix, win32 } from 'node:path'
import t from 'tap'
import { findEditorName, formatPathFrom, makeEditorCommand, quoteArgument } from './paths.js'

t.test('a path is short inside of the folder, and whole outside of it', async (t) => {
  for (const [file, folder, said, paths] of /** @type {const} */ ([
    ['/home/a b/labs/my/x/mine.js', '/home/a b/labs', 'my/x/mine.js', posix],
    ['/home/a/..mine.js', '/home/a', '..mine.js', posix],
    ['C:\\Users\\A B\\labs\\my\\x\\mine.js', 'C:\\Users\\A B\\labs', 'my\\x\\mine.js', win32],
    ['c:\\users\\a\\my\\mine.js', 'C:\\Users\\a', 'my\\mine.js', win32],
    ['D:\\my\\mine.js', 'C:\\Users\\a', 'D:\\my\\mine.js', win32],
    ['\\\\server\\share\\mine.js', 'C:\\Users\\a', '\\\\server\\share\\mine.js', win32],
  ])) t.equal(formatPathFrom(file, folder, paths), said)
})

t.test('a word is quoted only if a shell would split it', async (t) => {
  for (const word of ['http-baseline', './labs/a', '.\\labs\\a', 'C:\\labs\\a', '~/a']) t.equal(quoteArgument(word), word)
  for (const word of ['C:\\Users\\A B\\labs\\a', '/home/a b/x', '/a%b', 'a&b', '']) t.equal(quoteArgument(word), `"${word}"`)
})

t.test('an editor keeps its options, and the file is one argument', async (t) => {
  t.same(makeEditorCommand('code --wait', '/a b/$HOME"/mine.js', 'linux'), { command: 'sh', args: ['-c', 'code --wait "$1"', 'sh', '/a b/$HOME"/mine.js'] })
  t.same(makeEditorCommand('code --wait', 'C:\\A B\\mine.js', 'win32').args.at(-1), '"code --wait "C:\\A B\\mine.js""')
  for (const [editor, name] of [['/usr/bin/nvim -p', 'nvim'], ['"C:\\Program Files\\Vim\\gvim.exe" -f', 'gvim'], ['code.cmd', 'code'], ['', '']]) {
    t.equal(findEditorName(editor), name)
  }
})
