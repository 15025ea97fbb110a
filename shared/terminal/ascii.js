/** Signs of the screens, each with an ASCII character that is no wider. */
const SIGNS = new Map([...Object.entries({
  '✔': '+',
  '✘': 'x',
  '×': 'x',
  '÷': '/',
  '≥': '>',
  '≤': '<',
  '≠': '#',
  '±': '~',
  ' …': '..',
  // what is cut off ends in it in other programs too, and one dot would end a sentence
  '…': '~',
  '−': '-',
  '–': '-',
  '—': '-',
  '·': '|',
  '•': '*',
  '●': '*',
  '○': 'o',
  '◆': '*',
  '◇': 'o',
  µ: 'u',
  '→': '>',
  '←': '<',
  '↑': '^',
  '↓': 'v',
  // no double quote, which would end a string of JSON
  '“': "'",
  '”': "'",
  '‘': "'",
  '’': "'",
  '⁻': '-',
  '\u00a0': ' ',
}), ...spread('█▉▊▋▌', '#'), ...spread('▍▎▏', '|'), ...spread('─━┄═', '-'), ...spread('│┃║', '|'), ...spread('┌┐└┘├┤┬┴┼╭╮╰╯', '+')])

/** Shows that a spinner turns: a braille pattern has 256 forms. */
const SPINNER = '|/-\\'

/** @param {string} signs @param {string} character @returns {[string, string][]} */
function spread (signs, character) {
  return [...signs].map((sign) => [sign, character])
}

/** Pattern of a program's value, which is a string of JSON on one line or a few, and of any other sign, which is the project's own. */
const VALUE_OR_SIGN = /"(?:[^"\\\n]|\\[^])*(?:\n *(?=\S)(?:[^"\\\n]|\\[^])*){0,3}"| …|(?<=\()…(?=\))|[^\0-\x7f]\p{M}*/gu

/**
 * @param {string} text
 * @returns {string} in ASCII, in no more columns, but for quoted values: each character has its number there, because another character
 *   would be another value. Control characters stay
 */
export function convertToAscii (text) {
  return text.replace(VALUE_OR_SIGN, (sign, index) => {
    if (sign.startsWith('"')) return sign.replace(/[^\0-\x7f]/g, (unit) => `\\u${unit.charCodeAt(0).toString(16).padStart(4, '0')}`)
    // two columns in place of one: (~) would look like code
    if (sign === '…' && text[index - 1] === '(') return '..'
    const code = Number(sign.codePointAt(0))
    if (code >= 0x2800 && code <= 0x28ff) return SPINNER[code % SPINNER.length]
    // é is an e with an accent, ² a 2
    return SIGNS.get(sign) ?? sign.normalize('NFKD').replace(/\p{M}/gu, '').replace(/[^\0-\x7f]/gu, '?').slice(0, 1)
  })
}

/**
 * Finds out whether a terminal draws only ASCII: a dumb one, the console of Linux, one whose locale is not UTF-8, and the old console of
 * Windows. HOTPATH_ASCII=1 or 0 decides otherwise.
 *
 * @param {NodeJS.ProcessEnv} [env]
 * @param {NodeJS.Platform} [platform]
 */
export function isAsciiTerminal (env = process.env, platform = process.platform) {
  if (env.HOTPATH_ASCII) return env.HOTPATH_ASCII !== '0'
  if (env.TERM === 'dumb' || env.TERM === 'linux') return true
  // Windows Terminal, VS Code, ConEmu, and shells that came from Unix
  if (platform === 'win32') return !(env.WT_SESSION || env.TERM_PROGRAM || env.ConEmuANSI === 'ON' || env.TERM)
  const locale = env.LC_ALL || env.LC_CTYPE || env.LANG
  // containers set no locale at all, and most terminals draw UTF-8
  return locale !== undefined && !/utf-?8/i.test(locale)
}

/**
 * Makes a stream write ASCII, if its terminal draws nothing else. A pipe or file gets ASCII only if the user asks for it by an option, so
 * that pages and reports never depend on the terminal.
 *
 * @param {Pick<NodeJS.WriteStream, 'write' | 'isTTY'>} stream
 * @param {{ isWanted: boolean, env?: NodeJS.ProcessEnv, platform?: NodeJS.Platform }} options `isWanted`: by an option
 */
export function writeAsciiIfNeeded (stream, { isWanted, env, platform }) {
  if (!isWanted && !(stream.isTTY && isAsciiTerminal(env, platform))) return
  const write = stream.write
  stream.write = (/** @type {any} */ chunk, /** @type {any[]} */ ...rest) =>
    write.call(stream, typeof chunk === 'string' ? convertToAscii(chunk) : chunk, ...rest)
}
