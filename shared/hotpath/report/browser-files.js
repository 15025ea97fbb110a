/** Paths of the modules that write results in a browser page. In the page, the modules import each other by these paths. */
const PATHS = ['lab/phrase.js', 'report/browser-words.js', 'report/numbers.js', 'report/ratio.js', 'report/statement.js', 'report/words.js', 'stats/same.js']

/** URLs of the modules that write results in a browser page, by path. @type {Record<string, URL>} */
export const BROWSER_MODULE_URLS = Object.fromEntries(PATHS.map((path) => [path, new URL(`../${path}`, import.meta.url)]))
