/** Modules that write results in a browser. They import each other by these relative paths. */
const PATHS = ['lab/phrase.js', 'report/browser-words.js', 'report/ratio.js', 'report/statement.js', 'report/words.js', 'stats/same.js']

/** URLs of these modules' files, by path. @type {Record<string, URL>} */
export const BROWSER_FILES = Object.fromEntries(PATHS.map((path) => [path, new URL(`../${path}`, import.meta.url)]))
