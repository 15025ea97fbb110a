/** Modules by which a page in a browser says a result in the words of the terminal: they load one another by these paths. */
const PATHS = ['lab/phrase.js', 'report/browser-words.js', 'report/ratio.js', 'report/statement.js', 'report/words.js', 'stats/same.js']

/** Their files, by path. @type {Record<string, URL>} */
export const BROWSER_FILES = Object.fromEntries(PATHS.map((path) => [path, new URL(`../${path}`, import.meta.url)]))
