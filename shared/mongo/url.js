const HIDDEN = '***'

/**
 * @param {string} url
 * @returns {string | undefined} its password as written, even where it holds characters that should have been escaped
 */
function passwordOf (url) {
  const rest = url.replace(/^[a-z+]*:\/\//i, '')
  // host:port comes first, so that an @ behind it belongs to an option
  if (/^[^:@/?]*:\d+([,/?]|$)/.test(rest)) return
  return rest.match(/^[^:@]*:(.*)@/s)?.[1]
}

/**
 * @param {string} url
 * @returns {string} the same without its password and without other secrets, fit to be printed
 */
export function withoutPassword (url) {
  const password = passwordOf(url)
  const bare = password ? url.replace(`:${password}@`, `:${HIDDEN}@`) : url
  return bare.replace(/([?&,][a-z_]*(?:password|token|secret)[a-z_]*[=:])[^&,]*/gi, `$1${HIDDEN}`)
}

/**
 * Takes out of a text what `withoutPassword` takes out of the URL.
 *
 * @param {string} text such as the message of an error
 * @param {string} url
 * @returns {string}
 */
export function scrubbed (text, url) {
  const clean = text.replaceAll(url, withoutPassword(url))
  const password = passwordOf(url)
  return password ? clean.replaceAll(password, HIDDEN).replaceAll(decoded(password), HIDDEN) : clean
}

/** @param {string} text */
function decoded (text) {
  try {
    return decodeURIComponent(text)
  } catch {
    return text
  }
}

/**
 * @param {string} url
 * @param {string} database
 * @returns {string} the URL with that database in it; who logs in does so where they did before
 */
export function withDatabase (url, database) {
  const [, authority, previous, options = ''] = url.match(/^(mongodb(?:\+srv)?:\/\/[^/?]*)(?:\/([^?]*))?(\?.*)?$/s) ?? []
  if (authority === undefined) throw new TypeError(`${withoutPassword(url)} is no MongoDB URL`)
  const implied = previous && authority.includes('@') && !/[?&]authSource=/i.test(options)
  const source = implied ? `${options ? '&' : '?'}authSource=${previous}` : ''
  return `${authority}/${database}${options}${source}`
}
