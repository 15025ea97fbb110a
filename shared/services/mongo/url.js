const HIDDEN = '***'

const UNSET = process.platform === 'win32' ? 'Remove-Item Env:MONGODB_URL' : 'unset MONGODB_URL'

/** End of each advice about MONGODB_URL: how to unset the variable. */
export const UNSET_MONGODB_URL_ADVICE = `or type \`${UNSET}\`, and the lab starts a database of its own`

/**
 * @param {string} url
 * @returns {string | undefined} its password as written, even with characters that should have been escaped
 */
function findPassword (url) {
  const rest = url.replace(/^[a-z+]*:\/\//i, '')
  // Without a login the URL has no @ before its options. An option has its = before any @.
  if (/^[^:@/?]*:\d+[^@?]*(\?[^@]*=.*)?$/s.test(rest)) return
  return rest.match(/^[^:@]*:(.*)@/s)?.[1]
}

/**
 * Replaces the password and other secrets of a URL by `***`.
 *
 * @param {string} url
 * @returns {string}
 */
export function hideUrlSecrets (url) {
  const password = findPassword(url)
  const bare = password ? url.replace(`:${password}@`, `:${HIDDEN}@`) : url
  return bare.replace(/([?&,][a-z_]*(?:password|token|secret)[a-z_]*[=:])[^&,]*/gi, `$1${HIDDEN}`)
}

/**
 * Replaces a URL's password by `***` everywhere in a text, such as an error message.
 *
 * @param {string} text such as an error message
 * @param {string} url
 * @returns {string}
 */
export function hidePasswordInText (text, url) {
  const clean = text.replaceAll(url, hideUrlSecrets(url))
  const password = findPassword(url)
  return password ? clean.replaceAll(password, HIDDEN).replaceAll(decode(password), HIDDEN) : clean
}

/** @param {string} text */
function decode (text) {
  try {
    return decodeURIComponent(text)
  } catch {
    return text
  }
}

/**
 * Inserts the name of a database into a URL.
 *
 * @param {string} url
 * @param {string} database
 * @param {string} [source] the database of the user; by default the driver would take the new one
 * @returns {string}
 */
export function insertDatabaseIntoUrl (url, database, source) {
  const { options, ...parts } = parseUrl(url)
  if (source && !options.some((option) => /^authSource=/i.test(option))) options.push(`authSource=${encodeURIComponent(source)}`)
  return formatUrl({ ...parts, database, options })
}

/**
 * Replaces the hosts of a MongoDB URL by a proxy on this machine, and keeps login and options.
 *
 * @param {string} url
 * @param {number} port of the proxy
 * @param {{ host?: string, balanced: boolean }} server that the proxy leads to
 * @returns {string}
 */
export function replaceHostsByProxy (url, port, { host, balanced }) {
  const { scheme, options, ...parts } = parseUrl(url)
  const kept = options.filter((option) => !/^(directConnection|loadBalanced|replicaSet|srvMaxHosts|srvServiceName)=/i.test(option))
  if (scheme === 'mongodb+srv://' && !kept.some((option) => /^(tls|ssl)=/i.test(option))) kept.push('tls=true')
  // sets directConnection, because a replica set would send the driver to its members' own addresses, past the proxy
  kept.push(balanced ? 'loadBalanced=true' : 'directConnection=true')
  // keeps the name localhost, because the server's TLS certificate may be for this name
  const name = host === 'localhost' ? host : '127.0.0.1'
  return formatUrl({ ...parts, scheme: 'mongodb://', hosts: `${name}:${port}`, options: kept })
}

/** @param {string} url */
function parseUrl (url) {
  const match = url.match(/^(mongodb(?:\+srv)?:\/\/)([^/?@]*@)?([^/?@]*)(?:\/([^?]*))?(?:\?(.*))?$/s)
  if (!match) throw new TypeError(`${hideUrlSecrets(url)} is not a MongoDB URL`)
  const [, scheme, login = '', hosts, database = '', options = ''] = match
  return { scheme, login, hosts, database, options: options.split('&').filter(Boolean) }
}

/** @param {ReturnType<typeof parseUrl>} parts */
function formatUrl ({ scheme, login, hosts, database, options }) {
  return `${scheme}${login}${hosts}/${database}${options.length > 0 ? `?${options.join('&')}` : ''}`
}
